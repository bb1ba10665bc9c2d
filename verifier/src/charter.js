/** The charter: what all players sign before anything else (T1). */
import { Breach } from "./breach.js";
import { compareBytes } from "./bytes.js";
import { decode } from "./encoding.js";
import { readArray, readBytes, readFlag, readList, readNumber, readText } from "./fields.js";
import { HASH_SIZE, KEY_SIZE, checkKey, labelledHash } from "./record.js";

const RULES_VERSION = 1;
const [FEWEST_PLAYERS, MOST_PLAYERS] = [2, 6];
const MAX_NUMBER = 65_535;
const MAX_NAME_BYTES = 64;
const MAX_NAME_CHARACTERS = 24;
const MAX_AGE = 150;
const MAX_TURN_SECONDS = 3600;
/** Code points that end a line or control a terminal. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/u;

/** The game that a charter begins. */
export function gameOf(body) {
  return labelledHash("p2pqwirkle/1 game", body);
}

/** Read a charter; players are by seat. */
export function readCharter(body) {
  const [version, players, options] = readArray(decode(body), 3);
  if (readNumber(version, 0, MAX_NUMBER) !== RULES_VERSION) {
    throw new Breach("T1.1", `rules version ${version}`);
  }
  const seated = readList(players, MOST_PLAYERS).map(readPlayer);
  const charter = { body, game: gameOf(body), players: seated, ...readOptions(options) };
  if (seated.length < FEWEST_PLAYERS) throw new Breach("T1.2", `${seated.length} players`);
  seated.slice(1).forEach(({ identity }, place) => {
    if (compareBytes(seated[place].identity, identity) >= 0) {
      throw new Breach("T1.3", "identities are not in strictly ascending order");
    }
  });
  return charter;
}

function readOptions(value) {
  const [stallGuard, hints, turnSeconds, watchers] = readArray(value, 4);
  return {
    stallGuard: readFlag(stallGuard),
    hints: readFlag(hints),
    turnSeconds: readNumber(turnSeconds, 0, MAX_TURN_SECONDS),
    watchers: readFlag(watchers),
  };
}

function readPlayer(value) {
  const [identity, name, age, nonce] = readArray(value, 4);
  const player = {
    identity: readBytes(identity, KEY_SIZE),
    name: readText(name, MAX_NAME_BYTES),
    age: age === null ? null : readNumber(age, 0, MAX_NUMBER),
    nonce: readBytes(nonce, HASH_SIZE),
  };
  checkKey(player.identity);
  checkName(player.name);
  if (player.age > MAX_AGE) throw new Breach("T1.5", `age ${player.age}`);
  return player;
}

function checkName(name) {
  const length = [...name].length;
  if (length < 1 || length > MAX_NAME_CHARACTERS) {
    throw new Breach("T1.4", `a name of ${length} characters`);
  }
  if (CONTROL.test(name)) throw new Breach("T1.4", "the name holds a control character");
}

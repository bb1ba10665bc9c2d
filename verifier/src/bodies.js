/** The kinds of entry, and the bodies of those that hold more than one field (T2 to T9). */
import { Breach } from "./breach.js";
import { toHex } from "./bytes.js";
import { decode } from "./encoding.js";
import { readArray, readBlob, readBytes, readFlag, readList, readNumber } from "./fields.js";
import { HASH_SIZE } from "./record.js";

export const Kind = Object.freeze({
  CHARTER: 0,
  COMMIT: 1,
  REVEAL: 2,
  SHUFFLE: 3,
  READY: 4,
  DEAL: 5,
  PLEDGE: 6,
  CLAIM: 7,
  PLAY: 8,
  SWAP: 9,
  PASS: 10,
  DRAW: 11,
  SEAL: 12,
  KEYS: 13,
  BLIND: 14,
  TAGS: 15,
  ANSWER: 16,
  RESIGN: 17,
});
export const MAX_PROOF = 24_576;
const PROOF_SIZE = 64;
const MOST_SLOTS = 6;
const MAX_BAG = 2 ** 31 - 1;
const MAX_INDEX = 107;
const MAX_CELL = 127;
const MAX_SCORE = 65_535;
const MAX_CLAIM = 255;
const MAX_QUESTION = 2 ** 31 - 1;
const MOST_SEATS = 6;
const MOST_GROUNDS = 16;

export function readHash(body) {
  const [hash] = readArray(decode(body), 1);
  return readBytes(hash, HASH_SIZE);
}

export function readReveal(body) {
  const [keyShare, possession, coinNonce] = readArray(decode(body), 3);
  return {
    keyShare: readBytes(keyShare, 32),
    possession: readBytes(possession, PROOF_SIZE),
    coinNonce: readBytes(coinNonce, 32),
  };
}

export function readShuffle(body) {
  const [tiles, argument] = readArray(decode(body), 2);
  return { tiles: readBlob(tiles, MAX_PROOF), argument: readBlob(argument, MAX_PROOF) };
}

export function readNothing(body) {
  readArray(decode(body), 0);
}

export function readShares(body) {
  const [shares] = readArray(decode(body), 1);
  return readBlob(shares, MAX_PROOF);
}

export function readClaim(body) {
  const [size, salt] = readArray(decode(body), 2);
  return { size: readNumber(size, 0, MAX_CLAIM), salt: readBytes(salt, HASH_SIZE) };
}

/** Slots, cells and shares; T7.1, T7.2 and T7.4 are checked when all of it is read. */
export function readPlay(body) {
  const [slots, cells, shares] = readArray(decode(body), 3);
  const play = {
    slots: readSlots(slots),
    cells: readList(cells, MOST_SLOTS).map(readCell),
    shares: readBlob(shares, MAX_PROOF),
  };
  checkAscending(play.slots);
  if (play.slots.length !== play.cells.length) {
    throw new Breach("T7.2", `${play.slots.length} slots for ${play.cells.length} cells`);
  }
  checkSome(play.slots);
  return play;
}

/** The slots put aside; T7.1 and T7.4 are checked. */
export function readSwap(body) {
  const [value] = readArray(decode(body), 1);
  const slots = readSlots(value);
  checkAscending(slots);
  checkSome(slots);
  return slots;
}

export function readSeal(body, players) {
  const [scores] = readArray(decode(body), 1);
  return readArray(scores, players).map((score) => readNumber(score, 0, MAX_SCORE));
}

export function readKeys(body) {
  const [secret] = readArray(decode(body), 1);
  return secret === null ? null : readBytes(secret, 32);
}

/** A question and what is said to it; `key` is the same for equal questions, and no others. */
export function readAnswer(body) {
  const [asked, agrees] = readArray(decode(body), 2);
  const [number, seats, purpose, grounds] = readArray(asked, 4);
  const question = {
    number: readNumber(number, 0, MAX_QUESTION),
    seats: readList(seats, MOST_SEATS).map((seat) => readNumber(seat, 0, MOST_SEATS - 1)),
    purpose: readNumber(purpose, 0, 1),
    grounds: readList(grounds, MOST_GROUNDS).map((name) => toHex(readBytes(name, HASH_SIZE))),
    // The encoding has one form for each value (E1), and the last byte is what is said.
    key: body.subarray(0, -1),
  };
  return { question, agrees: readFlag(agrees) };
}

function readSlots(value) {
  return readList(value, MOST_SLOTS).map((slot) => {
    const [bag, index] = readArray(slot, 2);
    return { bag: readNumber(bag, 0, MAX_BAG), index: readNumber(index, 0, MAX_INDEX) };
  });
}

function readCell(value) {
  const [x, y] = readArray(value, 2);
  return { x: readNumber(x, -MAX_CELL, MAX_CELL), y: readNumber(y, -MAX_CELL, MAX_CELL) };
}

function checkAscending(slots) {
  slots.slice(1).forEach(({ bag, index }, place) => {
    const before = slots[place];
    if ((bag - before.bag || index - before.index) <= 0) {
      throw new Breach("T7.1", "slots are not in strictly ascending order");
    }
  });
}

function checkSome(slots) {
  if (slots.length === 0) throw new Breach("T7.4", "no slot is named");
}

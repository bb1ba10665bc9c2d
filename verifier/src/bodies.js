/** The kinds of entry, and the bodies of those that hold more than one field (T2 to T9). */
import { Breach } from "./breach.js";
import { decode } from "./encoding.js";
import { readArray, readBlob, readBytes, readList, readNumber } from "./fields.js";
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
});
export const MAX_PROOF = 24_576;
const PROOF_SIZE = 64;
const MOST_SLOTS = 6;
const MAX_BAG = 2 ** 31 - 1;
const MAX_INDEX = 107;
const MAX_CELL = 127;
const MAX_SCORE = 65_535;
const MAX_CLAIM = 255;

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

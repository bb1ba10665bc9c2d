/** Who said what, in which order: signatures, entries, digests and files (C). */
import { ed25519 } from "@noble/curves/ed25519.js";
import { sha256 } from "@noble/hashes/sha2.js";

import { Breach, translating } from "./breach.js";
import { ascii, concat, equalBytes, fromBigEndian, fromLittleEndian, toHex, u32 } from "./bytes.js";
import { decode } from "./encoding.js";
import { readArray, readBlob, readBytes, readNumber } from "./fields.js";
import { ORDER, decodeElement } from "./group.js";

export const HASH_SIZE = 32;
export const KEY_SIZE = 32;
const SIGNATURE_SIZE = 64;
const VERSION = 1;
const MAX_ENTRY = 65_536;
const MAX_ITEM = 131_072;
const MAX_STEP = 2 ** 32 - 1;
const MAX_KIND = 255;
const MAX_NUMBER = 2n ** 64n - 1n;
const MAGIC = ascii("p2pqwirkle/1 record\x00");
const PREFIX = ascii("p2pqwirkle/1 entry\x00");
/** After the bytes of the entry, the seal has two of its own before it. */
const SEAL_HEAD = 2;
const LENGTH_WIDTHS = new Map([
  [0xc4, 1],
  [0xc5, 2],
  [0xc6, 4],
]);

/** SHA-256 over a label and parts, each with its length. */
export function labelledHash(label, ...parts) {
  const framed = [ascii(label), ...parts].map((part) => concat(u32(part.length), part));
  return sha256(concat(...framed));
}

const knownKeys = new Set();

/** Check that a player's key is one (C1.2). */
export function checkKey(key) {
  const text = toHex(key);
  if (knownKeys.has(text)) return;
  translating(
    () => decodeElement(key),
    (breach) => new Breach("C1.2", breach.detail),
  );
  knownKeys.add(text);
}

/** Check a signature so that every library agrees (C1). */
export function verifySignature(key, message, signature) {
  checkKey(key);
  translating(
    () => decodeElement(signature.subarray(0, 32)),
    (breach) => new Breach("C1.3", breach.detail),
  );
  if (fromLittleEndian(signature.subarray(32)) >= ORDER) throw new Breach("C1.4", "S is too large");
  if (!ed25519.verify(signature, message, key, { zip215: false })) {
    throw new Breach("C1.5", "the signature is another key's, or another message's");
  }
}

/** Read an entry from its wire, with its author proven (C2). */
export function readEntry(wire) {
  if (wire.length > MAX_ENTRY) throw new Breach("C2.1", `an entry of ${wire.length} bytes`);
  const [kept, seal] = readArray(decode(wire), 2);
  const encoded = readBlob(kept, MAX_ENTRY);
  const signature = readBytes(seal, SIGNATURE_SIZE);
  const entry = readHead(decode(encoded));
  verifySignature(entry.author, concat(PREFIX, encoded), signature);
  return { ...entry, encoded };
}

function readHead(value) {
  if (!Array.isArray(value)) throw new Breach("E2.1", "no array");
  if (readNumber(value[0], 0, MAX_NUMBER) !== VERSION) {
    throw new Breach("C2.2", `version ${value[0]}`);
  }
  const [, game, author, step, after, kind, body] = readArray(value, 7);
  return {
    game: readBytes(game, HASH_SIZE),
    author: readBytes(author, KEY_SIZE),
    step: readNumber(step, 0, MAX_STEP),
    after: readBytes(after, HASH_SIZE),
    kind: readNumber(kind, 0, MAX_KIND),
    body: readBlob(body, MAX_ENTRY),
  };
}

/** The digest before step 0 of a game (C3). */
export function firstDigest(game) {
  return labelledHash("p2pqwirkle/1 start", game);
}

/** The digest after one more step, whose entries stand by seat (C3). */
export function nextDigest(digest, entries) {
  return labelledHash("p2pqwirkle/1 step", digest, ...entries.map(({ encoded }) => encoded));
}

/** A record file, item after item (C5, C6). */
export class RecordReader {
  constructor(file) {
    this.file = file;
    this.place = 0;
    /** How many bytes at the end are a part of an item. */
    this.torn = 0;
  }

  /** The next entry's wire, or null at the end. */
  next() {
    if (this.place === 0 && !this.#readMagic()) return null;
    const left = this.file.length - this.place;
    if (left < 4) return this.#end(left);
    const size = Number(fromBigEndian(this.file.subarray(this.place, this.place + 4)));
    if (size < 5 + SIGNATURE_SIZE || size > MAX_ITEM) throw new Breach("C5.2", `a size of ${size}`);
    const pair = this.file.subarray(this.place + 4, this.place + 4 + size);
    checkSizes(pair, size);
    if (pair.length < size) return this.#end(left);
    this.place += 4 + size;
    return pair;
  }

  #readMagic() {
    const begin = this.file.subarray(0, MAGIC.length);
    if (!equalBytes(begin, MAGIC.subarray(0, begin.length))) throw new Breach("C5.1", "no record");
    if (begin.length < MAGIC.length) return this.#end(begin.length) !== null;
    this.place = MAGIC.length;
    return true;
  }

  #end(torn) {
    this.torn = torn;
    return null;
  }
}

/** Check that a pair's own sizes, as far as they are there, come to the size before it. */
function checkSizes(pair, size) {
  if (pair.length < 1) return;
  if (pair[0] !== 0x92) throw new Breach("C5.3", "no pair");
  if (pair.length < 2) return;
  const width = LENGTH_WIDTHS.get(pair[1]);
  if (width === undefined) throw new Breach("C5.3", "no byte string in the pair");
  if (pair.length < 2 + width) return;
  const kept = Number(fromBigEndian(pair.subarray(2, 2 + width)));
  const said = 2 + width + kept + SEAL_HEAD + SIGNATURE_SIZE;
  if (said !== size) throw new Breach("C5.3", `a pair of ${said} bytes, ${size} said before it`);
}

/**
 * Canonical msgpack: one encoding for each value (E).
 *
 * nil is null, a number is a BigInt, a text a string, a byte string a Uint8Array.
 */
import { Breach } from "./breach.js";
import { bigEndian, concat, equalBytes, fromBigEndian } from "./bytes.js";

export const MAX_SIZE = 131_072;
const MAX_DEPTH = 8;

/** Length prefixes by the byte that begins them: what follows, and in how many bytes its size. */
const SIZED = new Map([
  [0xc4, ["bytes", 1]],
  [0xc5, ["bytes", 2]],
  [0xc6, ["bytes", 4]],
  [0xd9, ["text", 1]],
  [0xda, ["text", 2]],
  [0xdb, ["text", 4]],
  [0xdc, ["array", 2]],
  [0xdd, ["array", 4]],
]);
const UNSIGNED = new Map([
  [0xcc, 1],
  [0xcd, 2],
  [0xce, 4],
  [0xcf, 8],
]);
const SIGNED = new Map([
  [0xd0, 1],
  [0xd1, 2],
  [0xd2, 4],
  [0xd3, 8],
]);

/** The one value that fills `encoded` (E1). */
export function decode(encoded) {
  if (encoded.length > MAX_SIZE) throw new Breach("E1.1", `${encoded.length} bytes`);
  const reader = new Reader(encoded);
  const value = reader.value(0);
  if (reader.left > 0) throw new Breach("E1.6", `${reader.left} bytes after the value`);
  if (!equalBytes(encode(value), encoded)) throw new Breach("E1.7", "there is a shorter form");
  return value;
}

/** The encoding of a value. */
export function encode(value) {
  if (value === null) return Uint8Array.of(0xc0);
  if (typeof value === "boolean") return Uint8Array.of(value ? 0xc3 : 0xc2);
  if (typeof value === "bigint" || typeof value === "number") return encodeNumber(BigInt(value));
  if (typeof value === "string") {
    const text = new TextEncoder().encode(value);
    return concat(prefix(text.length, "text"), text);
  }
  if (value instanceof Uint8Array) return concat(prefix(value.length, "bytes"), value);
  return concat(prefix(value.length, "array"), ...value.map(encode));
}

function encodeNumber(number) {
  if (number >= 0n) {
    if (number < 0x80n) return Uint8Array.of(Number(number));
    const [first, size] = [...UNSIGNED].find(([, width]) => number < 1n << BigInt(8 * width));
    return concat(Uint8Array.of(first), bigEndian(number, size));
  }
  if (number >= -32n) return Uint8Array.of(Number(number + 0x100n));
  const [first, size] = [...SIGNED].find(([, width]) => number >= -1n << BigInt(8 * width - 1));
  return concat(Uint8Array.of(first), bigEndian(BigInt.asUintN(8 * size, number), size));
}

function prefix(length, kind) {
  if (kind === "text" && length < 32) return Uint8Array.of(0xa0 + length);
  if (kind === "array" && length < 16) return Uint8Array.of(0x90 + length);
  const widths = [...SIZED].filter(([, [sized]]) => sized === kind);
  const [first, [, size]] = widths.find(([, [, width]]) => length < 2 ** (8 * width));
  return concat(Uint8Array.of(first), bigEndian(length, size));
}

class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.place = 0;
  }

  get left() {
    return this.bytes.length - this.place;
  }

  take(size) {
    if (size > this.left) throw new Breach("E1.2", `${size} bytes announced, ${this.left} left`);
    this.place += size;
    return this.bytes.subarray(this.place - size, this.place);
  }

  number(size) {
    return fromBigEndian(this.take(size));
  }

  value(depth) {
    const [first] = this.take(1);
    if (first < 0x80) return BigInt(first);
    if (first >= 0xe0) return BigInt(first) - 0x100n;
    if (first >= 0x90 && first < 0xa0) return this.array(first - 0x90, depth);
    if (first >= 0xa0 && first < 0xc0) return this.text(first - 0xa0);
    if (first === 0xc0) return null;
    if (first === 0xc2 || first === 0xc3) return first === 0xc3;
    if (UNSIGNED.has(first)) return this.number(UNSIGNED.get(first));
    if (SIGNED.has(first)) {
      const size = SIGNED.get(first);
      return BigInt.asIntN(8 * size, this.number(size));
    }
    if (!SIZED.has(first)) throw new Breach("E1.3", `a value cannot begin with ${first}`);
    const [kind, width] = SIZED.get(first);
    const size = Number(this.number(width));
    if (kind === "bytes") return Uint8Array.from(this.take(size));
    return kind === "text" ? this.text(size) : this.array(size, depth);
  }

  text(size) {
    const bytes = this.take(size);
    try {
      // A byte order mark is a character of the text like any other.
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch (error) {
      throw new Breach("E1.5", `no UTF-8: ${error.message}`);
    }
  }

  array(length, depth) {
    if (depth === MAX_DEPTH) throw new Breach("E1.4", `more than ${MAX_DEPTH} arrays in each other`);
    if (length > this.left) throw new Breach("E1.2", `${length} values announced`);
    return Array.from({ length }, () => this.value(depth + 1));
  }
}

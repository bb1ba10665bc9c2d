/** Byte strings: joining, comparing, hexadecimal digits and numbers. */

const DIGITS = /^([0-9a-f]{2})*$/;

/** Bytes one after another. */
export function concat(...parts) {
  const joined = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let place = 0;
  for (const part of parts) {
    joined.set(part, place);
    place += part.length;
  }
  return joined;
}

/** The bytes of an ASCII literal. */
export function ascii(literal) {
  return Uint8Array.from(literal, (character) => character.charCodeAt(0));
}

/** Lower-case hexadecimal digits. */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The bytes that lower-case hexadecimal digits stand for. */
export function fromHex(digits) {
  if (!DIGITS.test(digits)) throw new RangeError("not hexadecimal digits");
  return Uint8Array.from({ length: digits.length / 2 }, (_, place) =>
    Number.parseInt(digits.slice(2 * place, 2 * place + 2), 16),
  );
}

/** Whether two byte strings are equal. */
export function equalBytes(left, right) {
  return left.length === right.length && left.every((byte, place) => byte === right[place]);
}

/** Below zero, zero or above it, as `left` stands before, with or behind `right`. */
export function compareBytes(left, right) {
  const shorter = Math.min(left.length, right.length);
  for (let place = 0; place < shorter; place += 1) {
    if (left[place] !== right[place]) return left[place] - right[place];
  }
  return left.length - right.length;
}

/** `number`, not negative, in `size` bytes, big-endian. */
export function bigEndian(number, size) {
  const bytes = new Uint8Array(size);
  let rest = BigInt(number);
  for (let place = size - 1; place >= 0; place -= 1) {
    bytes[place] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  return bytes;
}

/** The number that big-endian `bytes` say. */
export function fromBigEndian(bytes) {
  return bytes.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n);
}

/** The number that little-endian `bytes` say. */
export function fromLittleEndian(bytes) {
  return BigInt(`0x${toHex(Uint8Array.from(bytes).reverse()) || "0"}`);
}

/** `number` in 4 bytes, big-endian. */
export function u32(number) {
  return bigEndian(number, 4);
}

/** `number` in 8 bytes, big-endian. */
export function u64(number) {
  return bigEndian(number, 8);
}

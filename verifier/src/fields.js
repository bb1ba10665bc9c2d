/** Fields of known type and size (E2). */
import { Breach } from "./breach.js";

/** A number from `low` to `high`; small enough to be exact. */
export function readNumber(value, low, high) {
  if (typeof value !== "bigint") throw new Breach("E2.1", "no number");
  if (value < BigInt(low) || value > BigInt(high)) {
    throw new Breach("E2.2", `${value}, expected ${low} to ${high}`);
  }
  return Number(value);
}

/** True or false. */
export function readFlag(value) {
  if (typeof value !== "boolean") throw new Breach("E2.1", "no boolean");
  return value;
}

/** A byte string of `size` bytes. */
export function readBytes(value, size) {
  if (!(value instanceof Uint8Array)) throw new Breach("E2.1", "no byte string");
  if (value.length !== size) throw new Breach("E2.3", `${value.length} bytes, expected ${size}`);
  return value;
}

/** A byte string of at most `most` bytes. */
export function readBlob(value, most) {
  if (!(value instanceof Uint8Array)) throw new Breach("E2.1", "no byte string");
  if (value.length > most) throw new Breach("E2.4", `${value.length} bytes, at most ${most}`);
  return value;
}

/** A text of at most `most` bytes of UTF-8. */
export function readText(value, most) {
  if (typeof value !== "string") throw new Breach("E2.1", "no text");
  const size = new TextEncoder().encode(value).length;
  if (size > most) throw new Breach("E2.4", `a text of ${size} bytes, at most ${most}`);
  return value;
}

/** An array of `length` values. */
export function readArray(value, length) {
  if (!Array.isArray(value)) throw new Breach("E2.1", "no array");
  if (value.length !== length) {
    throw new Breach("E2.5", `an array of ${value.length}, expected ${length}`);
  }
  return value;
}

/** An array of at most `most` values. */
export function readList(value, most) {
  if (!Array.isArray(value)) throw new Breach("E2.1", "no array");
  if (value.length > most) throw new Breach("E2.6", `an array of ${value.length}, at most ${most}`);
  return value;
}

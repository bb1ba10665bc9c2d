import assert from "node:assert/strict";

import { fromHex, toHex } from "../src/bytes.js";
import { decode, encode } from "../src/encoding.js";
import {
  readArray,
  readBlob,
  readBytes,
  readFlag,
  readList,
  readNumber,
  readText,
} from "../src/fields.js";
import { filled, testVectors } from "./vectors.js";

const READERS = {
  number: (value, { low, high }) => readNumber(value, low, high),
  boolean: (value) => readFlag(value),
  bytes: (value, { size }) => readBytes(value, size),
  blob: (value, { size }) => readBlob(value, size),
  text: (value, { size }) => readText(value, size),
  array: (value, { size }) => readArray(value, size),
  list: (value, { size }) => readList(value, size),
};

/** A value as vectors write it. */
function valueFrom(written) {
  if (Array.isArray(written)) return written.map(valueFrom);
  if (written === null || typeof written === "boolean") return written;
  if ("n" in written) return BigInt(written.n);
  return "t" in written ? written.t : fromHex(written.b);
}

testVectors("encoding", ({ operation, encoded, fill, field, value }) => {
  const bytes = filled(encoded, fill);
  const read = decode(bytes);
  if (operation === "read field") READERS[field.type](read, field);
  else if (value !== undefined) assert.deepEqual(read, valueFrom(value));
  assert.equal(toHex(encode(read)), toHex(bytes));
});

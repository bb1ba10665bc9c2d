/** The vectors of `protocol/`, one test for each case. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { Breach } from "../src/breach.js";
import { fromHex } from "../src/bytes.js";
import { decodeElement } from "../src/group.js";

export const VECTORS = new URL("../../protocol/vectors/", import.meta.url);

/** The document with this name. */
export function documentOf(name) {
  return JSON.parse(readFileSync(new URL(`${name}.json`, VECTORS), "utf8"));
}

/** Whether there is a document with this name. */
export function hasDocument(name) {
  return existsSync(new URL(`${name}.json`, VECTORS));
}

/**
 * Test every case of a document: `judge` returns if the case holds and throws a breach if it is
 * refused.  Operations that only a player needs have no place in a verifier and are left out.
 */
export function testVectors(name, judge, { without = [] } = {}) {
  for (const vector of documentOf(name).cases) {
    if (without.includes(vector.operation)) continue;
    test(`${name} ${vector.id}: ${vector.expect}`, () => {
      assert.equal(clauseOf(() => judge(vector)), vector.expect);
    });
  }
}

/** The clause that `work` breaks, or "ok". */
export function clauseOf(work) {
  try {
    work();
  } catch (error) {
    if (error instanceof Breach) return error.clause;
    throw error;
  }
  return "ok";
}

/** Bytes written as hexadecimal digits, and a byte that follows them so many times. */
export function filled(digits, fill) {
  const bytes = fromHex(digits);
  if (!fill) return bytes;
  const [byte, times] = fill;
  const all = new Uint8Array(bytes.length + times).fill(Number.parseInt(byte, 16));
  all.set(bytes);
  return all;
}

/** The place of a proof as vectors write it. */
export function placeFrom(written) {
  return {
    game: fromHex(written.game),
    step: written.step,
    digest: fromHex(written.digest),
    seat: written.seat,
    identities: written.identities.map(fromHex),
    keyShares: (written.key_shares ?? []).map(([seat, share]) => [
      seat,
      decodeElement(fromHex(share)),
    ]),
    jointKey: written.joint_key ? decodeElement(fromHex(written.joint_key)) : null,
  };
}

/** A masked tile as vectors write it. */
export function tileFrom(digits) {
  const bytes = fromHex(digits);
  return { a: decodeElement(bytes.subarray(0, 32)), b: decodeElement(bytes.subarray(32)) };
}

/** Elements and scalars of the prime-order subgroup of edwards25519 (B1). */
import { mulAddUnsafe, normalizeZ, pippenger } from "@noble/curves/abstract/curve.js";
import { ed25519 } from "@noble/curves/ed25519.js";
import { sha512 } from "@noble/hashes/sha2.js";

import { Breach } from "./breach.js";
import { ascii, concat, fromLittleEndian, toHex, u32 } from "./bytes.js";

export const SIZE = 32;
const { Point } = ed25519;
export const ORDER = Point.Fn.ORDER;
const PRIME = Point.Fp.ORDER;
const SIGN_BIT = 1n << 255n;
/** From so many terms on, buckets are quicker than one table for each term. */
const MANY_TERMS = 24;
/** How many sums a long list is tested by; a shorter one is tested point by point. */
const ROUNDS = 64;
/** How many points of a list are added up beforehand, in every combination; 2^4 divides 2^8. */
const CHUNK = 4;

export const BASE = Point.BASE;
export const IDENTITY = Point.ZERO;

/** `number` modulo q. */
export function modulo(number) {
  return Point.Fn.create(number);
}

/** The number that 64 bytes say, modulo q. */
export function reduce(wide) {
  return modulo(fromLittleEndian(wide));
}

/** A scalar that was sent. */
export function decodeScalar(encoded) {
  if (encoded.length !== SIZE) throw new Breach("B1.5", `a scalar of ${encoded.length} bytes`);
  const scalar = fromLittleEndian(encoded);
  if (scalar >= ORDER) throw new Breach("B1.6", "a scalar that is not below the order");
  if (scalar === 0n) throw new Breach("B1.7", "the scalar 0");
  return scalar;
}

/** 32 bytes, little-endian. */
export function encodeScalar(scalar) {
  return Point.Fn.toBytes(scalar);
}

/** An element that was sent. */
export function decodeElement(encoded) {
  const point = decodePoint(encoded);
  if (!point.isTorsionFree()) throw new Breach("B1.4", "outside the subgroup");
  return point;
}

/** The elements that follow one another in `encoded`; the first that is none is refused. */
export function decodeElements(encoded) {
  const points = [];
  let refusal = null;
  for (let place = 0; place < encoded.length && refusal === null; place += SIZE) {
    try {
      points.push(decodePoint(encoded.subarray(place, place + SIZE)));
    } catch (error) {
      if (!(error instanceof Breach)) throw error;
      refusal = error;
    }
  }
  if (!areInSubgroup(points)) throw new Breach("B1.4", "an element outside the subgroup");
  if (refusal !== null) throw refusal;
  return points;
}

function decodePoint(encoded) {
  if (encoded.length !== SIZE) throw new Breach("B1.1", `an element of ${encoded.length} bytes`);
  if (!isCanonical(encoded)) throw new Breach("B1.2", "an encoding that is not canonical");
  const point = pointOf(encoded);
  if (point === null) throw new Breach("B1.4", "no point of the curve");
  if (point.is0()) throw new Breach("B1.3", "the identity");
  return point;
}

function areInSubgroup(points) {
  if (points.length <= ROUNDS) return points.every((point) => point.isTorsionFree());
  return randomSums(points).every((point) => point.isTorsionFree());
}

/**
 * Sums of subsets of `points`, each point in each sum or not by a coin of this verifier's own.
 *
 * A point outside the subgroup keeps a sum outside in at least one of two cases, whatever the other
 * points are: it stays unseen with a chance of at most 2^-64, and nobody can try beforehand.
 */
function randomSums(points) {
  const sums = new Array(ROUNDS).fill(IDENTITY);
  for (let place = 0; place < points.length; place += CHUNK) {
    const subsets = subsetSums(points.slice(place, place + CHUNK));
    const coins = crypto.getRandomValues(new Uint8Array(ROUNDS));
    for (const [round, coin] of coins.entries()) {
      sums[round] = sums[round].add(subsets[coin % subsets.length]);
    }
  }
  return sums;
}

/** The sums of all subsets of a few points. */
function subsetSums(points) {
  return points.reduce(
    (sums, point) => [...sums, ...sums.map((subset) => subset.add(point))],
    [IDENTITY],
  );
}

function isCanonical(encoded) {
  const number = fromLittleEndian(encoded);
  const y = number & (SIGN_BIT - 1n);
  const isNegative = number >= SIGN_BIT;
  const xIsZero = y === 1n || y === PRIME - 1n;
  return y < PRIME && !(isNegative && xIsZero);
}

function pointOf(encoded) {
  try {
    return Point.fromBytes(encoded);
  } catch {
    return null;
  }
}

/** 32 bytes for each of `points`, one after another. */
export function encodeElements(points) {
  return concat(...normalizeZ(Point, points).map((point) => point.toBytes()));
}

/** The encoding as a text, equal for equal elements only. */
export function keyOf(point) {
  return toHex(point.toBytes());
}

/** `scalar * point`. */
export function multiply(scalar, point) {
  return point.multiplyUnsafe(scalar);
}

/** Sum of the products of `scalars` and `points`. */
export function sumOfProducts(scalars, points) {
  if (points.length >= MANY_TERMS) return pippenger(Point, points, scalars);
  return mulAddUnsafe(Point, points, scalars);
}

/** Sum of `points`. */
export function sum(points) {
  return points.reduce((total, point) => total.add(point), IDENTITY);
}

/** An element to which nobody knows a relation. */
export function hashToElement(label, index) {
  for (let counter = 0; ; counter += 1) {
    const hashed = sha512(concat(ascii(label), Uint8Array.of(0), u32(index), u32(counter)));
    const encoded = hashed.subarray(0, SIZE);
    const point = isCanonical(encoded) ? pointOf(encoded) : null;
    const element = point?.clearCofactor();
    if (element && !element.is0()) return element;
  }
}

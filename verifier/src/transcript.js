/** What a challenge is hashed from (B2). */
import { sha512 } from "@noble/hashes/sha2.js";

import { ascii, concat, fromLittleEndian, u32, u64 } from "./bytes.js";
import { encodeElements, reduce } from "./group.js";

function frame(tag, content) {
  const name = ascii(tag);
  return concat(u32(name.length), name, u32(content.length), content);
}

/** A state of 64 bytes; absorbing gives another transcript. */
export class Transcript {
  constructor(state) {
    this.state = state;
  }

  static start(label) {
    return new Transcript(new Uint8Array(64)).absorb("label", ascii(label));
  }

  absorb(tag, content) {
    return new Transcript(sha512(concat(this.state, frame(tag, content))));
  }

  /** Absorb elements, one after another. */
  absorbElements(tag, points) {
    return this.absorb(tag, encodeElements(points));
  }

  challenge(index = 0) {
    return reduce(sha512(concat(this.state, frame("challenge", u64(index)))));
  }

  weight(index) {
    const hashed = sha512(concat(this.state, frame("weight", u64(index))));
    return fromLittleEndian(hashed.subarray(0, 16));
  }
}

/**
 * How every proof begins, bound to its place in the game.
 *
 * @param {string} label
 * @param {object} place `game`, `step`, `digest`, `seat`, `identities` by seat, `keyShares` as
 *   pairs of seat and element, `jointKey`, or null in a possession proof
 */
export function preamble(label, place) {
  const shares = place.keyShares.map(([seat, share]) => concat(u64(seat), share.toBytes()));
  return Transcript.start(label)
    .absorb("game", place.game)
    .absorb("step", u64(place.step))
    .absorb("digest", place.digest)
    .absorb("seat", u64(place.seat))
    .absorb("identity", place.identities[place.seat])
    .absorb("identities", concat(...place.identities))
    .absorb("key shares", concat(...shares))
    .absorb("joint key", place.jointKey === null ? new Uint8Array(0) : place.jointKey.toBytes());
}

/** The bag without a departed seat: blindings (B9), tags (B10) and what they are made for (B11). */
import { Breach } from "./breach.js";
import { SIZE, decodeElement, keyOf } from "./group.js";
import {
  PROOF_SIZE,
  decodeEqualLogarithms,
  verifyEqualLogarithms,
  verifyUnmasking,
} from "./proofs.js";
import { MASKED_SIZE, componentsOf, decodeTiles, unmask } from "./tiles.js";
import { preamble } from "./transcript.js";

/** A tile of a living hand as it is without the mask of a seat whose proven share this is. */
export function withoutShare(tile, share) {
  return { a: tile.a, b: unmask(tile, [share]) };
}

/**
 * Read and check a blinding of `tiles`, from the verifier's own standing.
 *
 * @param {string[]} used the keys of the elements of all blindings before it in the game
 * @returns the blinded tiles, and the key of this one's element
 */
export function verifyBlinding(tiles, encoded, place, used) {
  const size = MASKED_SIZE * tiles.length;
  if (encoded.length !== size + SIZE + PROOF_SIZE) {
    throw new Breach("B9.1", `${encoded.length} bytes for ${tiles.length} tiles`);
  }
  const blinded = decodeTiles(encoded.subarray(0, size), tiles.length);
  const image = decodeElement(encoded.subarray(size, size + SIZE));
  const proof = decodeEqualLogarithms(encoded.subarray(size + SIZE));
  const key = keyOf(image);
  if (used.includes(key)) throw new Breach("B9.2", "a secret that has been used before");
  const [bases, images] = [tiles, blinded].map(componentsOf);
  const started = preamble("p2pqwirkle/1 blinding", place);
  verifyEqualLogarithms({ image, bases, images }, proof, started);
  return { blinded, key };
}

/** Read and check a seat's shares for the tags of `blinded`, in the same order. */
export function verifyTagShares(keyShare, blinded, encoded, place) {
  return verifyUnmasking(keyShare, blinded, encoded, preamble("p2pqwirkle/1 tags", place));
}

/**
 * The entries of the list, from 0, that lie in living hands.
 *
 * @param tags of the tiles in hands, `hands` of them, then of the list
 * @returns {Set<number>}
 */
export function matchTags(tags, hands) {
  const keys = tags.map(keyOf);
  const listed = new Map(keys.slice(hands).map((key, entry) => [key, entry]));
  const held = new Set(keys.slice(0, hands));
  if (listed.size < keys.length - hands) throw new Breach("B10.1", "a tag twice in the list");
  if (held.size < hands) throw new Breach("B10.2", "a tag twice in hands");
  if ([...held].some((key) => !listed.has(key))) throw new Breach("B10.3", "a tag without a match");
  return new Set([...held].map((key) => listed.get(key)));
}

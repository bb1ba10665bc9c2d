/** Possession of a key (B3), equal logarithms (B5) and decryption shares (B6). */
import { Breach } from "./breach.js";
import { concat, u64 } from "./bytes.js";
import {
  BASE,
  SIZE,
  decodeElements,
  decodeScalar,
  modulo,
  multiply,
  sum,
  sumOfProducts,
} from "./group.js";
import { preamble } from "./transcript.js";

export const PROOF_SIZE = 2 * SIZE;

/** A proof's challenge and response, `c ‖ z`. */
function decodeProof(encoded, clause) {
  if (encoded.length !== PROOF_SIZE) throw new Breach(clause, `a proof of ${encoded.length} bytes`);
  const [c, z] = [encoded.subarray(0, SIZE), encoded.subarray(SIZE)].map(decodeScalar);
  return { c, z };
}

/** `z * base − c * image`. */
function commitmentOf({ c, z }, base, image) {
  return sumOfProducts([z, modulo(-c)], [base, image]);
}

/** Check that whoever shows the key share has its secret. */
export function verifyPossession(share, encoded, place) {
  const proof = decodeProof(encoded, "B3.1");
  const transcript = preamble("p2pqwirkle/1 possession", place).absorbElements("key share", [share]);
  const commitment = commitmentOf(proof, BASE, share);
  const challenge = transcript.absorbElements("commitment", [commitment]).challenge();
  if (commitment.is0() || challenge !== proof.c) throw new Breach("B3.2", "the proof does not hold");
}

/** The sum of all key shares, whose possession proofs have been checked. */
export function jointKeyOf(shares) {
  const different = new Set(shares.map((share) => share.toHex()));
  if (different.size < shares.length) throw new Breach("B3.3", "two seats have one key share");
  const joint = sum(shares);
  if (joint.is0()) throw new Breach("B3.4", "the joint key is the identity");
  return joint;
}

/** Check that an opened secret is that of the key share. */
export function checkSecret(secret, share) {
  if (!multiply(secret, BASE).equals(share)) throw new Breach("B3.5", "another key's secret");
}

/** Read a proof of equal logarithms. */
export function decodeEqualLogarithms(encoded) {
  return decodeProof(encoded, "B5.1");
}

/** Check that one x gives `image` from G and each of `images` from its base. */
export function verifyEqualLogarithms({ image, bases, images }, proof, started) {
  const transcript = started
    .absorbElements("image", [image])
    .absorbElements("bases", bases)
    .absorbElements("images", images);
  const weights = bases.map((_, place) => transcript.weight(place));
  const base = sumOfProducts(weights, bases);
  const weighed = sumOfProducts(weights, images);
  const commitments = [commitmentOf(proof, BASE, image), commitmentOf(proof, base, weighed)];
  const challenge = transcript.absorbElements("commitments", commitments).challenge();
  const named = [base, weighed, ...commitments];
  if (named.some((point) => point.is0()) || challenge !== proof.c) {
    throw new Breach("B5.2", "the proof does not hold");
  }
}

/**
 * Read and check a seat's shares for the tiles `drawn`, from the verifier's own standing.
 *
 * @param {{bag: number, index: number, tile: {a, b}}[]} drawn in ascending order of the slots
 * @returns the shares, in the same order
 */
export function verifyShares(keyShare, drawn, encoded, place) {
  const slots = drawn.map(({ bag, index }) => concat(u64(bag), u64(index)));
  const started = preamble("p2pqwirkle/1 decryption shares", place).absorb(
    "slots",
    concat(...slots),
  );
  const tiles = drawn.map(({ tile }) => tile);
  return verifyUnmasking(keyShare, tiles, encoded, started);
}

/** Read and check a seat's shares for masked tiles; the transcript says what they are for. */
export function verifyUnmasking(keyShare, tiles, encoded, started) {
  const size = SIZE * tiles.length;
  if (encoded.length !== size + PROOF_SIZE) {
    throw new Breach("B6.1", `${encoded.length} bytes for ${tiles.length} tiles`);
  }
  const images = decodeElements(encoded.subarray(0, size));
  const proof = decodeEqualLogarithms(encoded.subarray(size));
  const bases = tiles.map(({ a }) => a);
  const transcript = started.absorbElements(
    "masked",
    tiles.map(({ b }) => b),
  );
  verifyEqualLogarithms({ image: keyShare, bases, images }, proof, transcript);
  return images;
}

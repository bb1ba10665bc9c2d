/** The argument that a list of masked tiles is a shuffle of another one (B7). */
import { Breach } from "./breach.js";
import { u64 } from "./bytes.js";
import {
  BASE,
  SIZE,
  decodeElements,
  decodeScalar,
  encodeElements,
  hashToElement,
  keyOf,
  modulo,
  multiply,
  sum,
  sumOfProducts,
} from "./group.js";
import { decodeEqualLogarithms, verifyEqualLogarithms } from "./proofs.js";
import { TILE_COUNT, componentsOf, decodeTiles } from "./tiles.js";
import { preamble } from "./transcript.js";

let generators = null;

function commitmentGenerators() {
  generators ??= {
    chain: hashToElement("p2pqwirkle/1 chain", 0),
    tiles: Array.from({ length: TILE_COUNT }, (_, index) =>
      hashToElement("p2pqwirkle/1 commitment", index),
    ),
  };
  return generators;
}

/**
 * Read and check a seat's shuffle of `inputs`, the verifier's own bag.
 *
 * @returns the tiles in their new order, under new masks
 */
export function verifyShuffle(jointKey, inputs, encodedTiles, encodedArgument, place) {
  const outputs = decodeTiles(encodedTiles, inputs.length);
  const one = inputs.length === 1;
  const argument = one
    ? decodeEqualLogarithms(encodedArgument)
    : decodeArgument(encodedArgument, inputs.length);
  checkOutputs(inputs, outputs);
  const statement = { jointKey, inputs, outputs };
  if (one) verifyRemask(statement, argument, place);
  else verifyArgument(statement, argument, place);
  return outputs;
}

function checkOutputs(inputs, outputs) {
  const encode = ({ a, b }) => [keyOf(a), keyOf(b)];
  const [before, after] = [inputs.map(encode), outputs.map(encode)];
  if (new Set(after.map(([a]) => a)).size < after.length) throw new Breach("B7.1", "one A twice");
  if (new Set(after.map(([, b]) => b)).size < after.length) throw new Breach("B7.2", "one B twice");
  const known = new Set(before.map((pair) => pair.join()));
  if (after.some((pair) => known.has(pair.join()))) throw new Breach("B7.3", "an output is an input");
}

function decodeArgument(encoded, count) {
  if (encoded.length !== 4 * SIZE * count + 5 * SIZE) {
    throw new Breach("B7.4", `an argument of ${encoded.length} bytes for ${count} tiles`);
  }
  const elements = decodeElements(encoded.subarray(0, 2 * SIZE * count));
  const numbers = encoded.subarray(2 * SIZE * count);
  const scalars = Array.from({ length: 2 * count + 5 }, (_, place) =>
    decodeScalar(numbers.subarray(SIZE * place, SIZE * (place + 1))),
  );
  return {
    permutation: elements.slice(0, count),
    chain: elements.slice(count),
    challenge: scalars[0],
    responses: scalars.slice(1, 5),
    chainResponses: scalars.slice(5, 5 + count),
    tileResponses: scalars.slice(5 + count),
  };
}

function verifyArgument({ jointKey, inputs, outputs }, argument, place) {
  const begun = preamble("p2pqwirkle/1 shuffle", place)
    .absorbElements("key", [jointKey])
    .absorb("length", u64(inputs.length))
    .absorb("inputs", encodeElements(componentsOf(inputs)))
    .absorb("outputs", encodeElements(componentsOf(outputs)))
    .absorbElements("permutation", argument.permutation);
  const challenges = inputs.map((_, index) => begun.challenge(index));
  const transcript = begun.absorbElements("chain", argument.chain);
  const images = imagesOf(inputs, argument, challenges);
  const commitments = [
    ...commitmentsOf(jointKey, outputs, argument, images),
    ...chainCommitmentsOf(argument),
  ];
  const challenge = transcript.absorbElements("commitments", commitments).challenge();
  const named = [...images, ...commitments];
  if (named.some((point) => point.is0()) || challenge !== argument.challenge) {
    throw new Breach("B7.5", "the argument does not hold");
  }
}

/** I_1 to I_5. */
function imagesOf(inputs, { permutation, chain }, challenges) {
  const { chain: start, tiles } = commitmentGenerators();
  const product = challenges.reduce((left, right) => modulo(left * right), 1n);
  return [
    sum(permutation).subtract(sum(tiles.slice(0, inputs.length))),
    chain.at(-1).subtract(multiply(product, start)),
    sumOfProducts(challenges, permutation),
    sumOfProducts(challenges, inputs.map(({ a }) => a)),
    sumOfProducts(challenges, inputs.map(({ b }) => b)),
  ];
}

/** P_1 to P_5. */
function commitmentsOf(jointKey, outputs, argument, images) {
  const { tiles } = commitmentGenerators();
  const [s1, s2, s3, s4] = argument.responses;
  const minus = modulo(-argument.challenge);
  const over = (response, base, image, points) =>
    sumOfProducts(
      [response, minus, ...(points.length ? argument.tileResponses : [])],
      [base, image, ...points],
    );
  return [
    over(s1, BASE, images[0], []),
    over(s2, BASE, images[1], []),
    over(s3, BASE, images[2], tiles.slice(0, outputs.length)),
    over(s4, BASE, images[3], outputs.map(({ a }) => a)),
    over(s4, jointKey, images[4], outputs.map(({ b }) => b)),
  ];
}

/** Q_0 to Q_(N−1). */
function chainCommitmentsOf({ challenge, chain, chainResponses, tileResponses }) {
  const minus = modulo(-challenge);
  return chain.map((link, place) => {
    const before = place === 0 ? commitmentGenerators().chain : chain[place - 1];
    const products = sumOfProducts([tileResponses[place], minus], [before, link]);
    return multiply(chainResponses[place], BASE).add(products);
  });
}

function verifyRemask({ jointKey, inputs, outputs }, proof, place) {
  const image = outputs[0].a.subtract(inputs[0].a);
  const masked = outputs[0].b.subtract(inputs[0].b);
  if (image.is0() || masked.is0()) throw new Breach("B7.6", "A or B of the one tile is unchanged");
  const transcript = preamble("p2pqwirkle/1 remask", place)
    .absorbElements("key", [jointKey])
    .absorb("inputs", encodeElements(componentsOf(inputs)))
    .absorb("outputs", encodeElements(componentsOf(outputs)));
  verifyEqualLogarithms({ image, bases: [jointKey], images: [masked] }, proof, transcript);
}

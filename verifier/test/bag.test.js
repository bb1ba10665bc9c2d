import assert from "node:assert/strict";
import { test } from "node:test";

import { fromHex, toHex } from "../src/bytes.js";
import {
  BASE,
  decodeElement,
  decodeElements,
  decodeScalar,
  encodeElements,
  encodeScalar,
  hashToElement,
  multiply,
} from "../src/group.js";
import { checkSecret, jointKeyOf, verifyPossession, verifyShares } from "../src/proofs.js";
import { matchTags, verifyBlinding, verifyTagShares, withoutShare } from "../src/rebuild.js";
import { verifyShuffle } from "../src/shuffle.js";
import {
  componentsOf,
  decodeTiles,
  firstBag,
  maskElements,
  tileElements,
  unmask,
} from "../src/tiles.js";
import { Transcript, preamble } from "../src/transcript.js";
import { clauseOf, documentOf, placeFrom, testVectors, tileFrom } from "./vectors.js";

testVectors("bag-elements", ({ element, scalar }) => {
  if (element !== undefined) assert.equal(decodeElement(fromHex(element)).toHex(), element);
  else assert.equal(toHex(encodeScalar(decodeScalar(fromHex(scalar)))), scalar);
});

testVectors("bag-generators", ({ label, index, element }) => {
  assert.equal(hashToElement(label, index).toHex(), element);
});

testVectors("bag-foreign", ({ secret, element }) => {
  // The other primitives are those of the hash library; a verifier makes no HMAC.
  if (secret) assert.equal(multiply(decodeScalar(fromHex(secret)), BASE).toHex(), element);
});

testVectors("bag-transcripts", (vector) => {
  if (vector.preamble) {
    const begun = preamble(vector.label, placeFrom(vector.preamble));
    assert.equal(toHex(begun.state), vector.state);
    return;
  }
  const transcript = vector.absorbed.reduce(
    (begun, [tag, content]) => begun.absorb(tag, fromHex(content)),
    Transcript.start(vector.label),
  );
  assert.equal(toHex(transcript.state), vector.state);
  assert.equal(toHex(encodeScalar(transcript.challenge(vector.index))), vector.challenge);
  assert.equal(toHex(encodeScalar(transcript.weight(vector.index))), vector.weight);
});

testVectors("bag-keys", ({ share, proof, preamble: place, shares, joint_key, secret }) => {
  if (shares) {
    const joint = jointKeyOf(shares.map((one) => decodeElement(fromHex(one))));
    if (joint_key) assert.equal(joint.toHex(), joint_key);
    return;
  }
  const keyShare = decodeElement(fromHex(share));
  if (secret) checkSecret(decodeScalar(fromHex(secret)), keyShare);
  else verifyPossession(keyShare, fromHex(proof), placeFrom(place));
});

testVectors("bag-tiles", ({ joint_key, masked, tiles, list, shares, element }) => {
  if (joint_key) {
    const bag = firstBag(decodeElement(fromHex(joint_key)));
    assert.equal(toHex(encodeElements(componentsOf(bag))), masked.join(""));
  } else if (list !== undefined) {
    const read = decodeTiles(fromHex(list), tiles);
    assert.equal(toHex(encodeElements(componentsOf(read))), list);
  } else {
    const given = shares.map((share) => decodeElement(fromHex(share)));
    assert.equal(unmask(tileFrom(masked), given).toHex(), element);
  }
});

testVectors("bag-shares", ({ key_share, slots, masked, shares, preamble: place }) => {
  const drawn = slots.map(([bag, index], number) => ({ bag, index, tile: tileFrom(masked[number]) }));
  const keyShare = decodeElement(fromHex(key_share));
  verifyShares(keyShare, drawn, fromHex(shares), placeFrom(place));
});

testVectors("bag-shuffles", ({ inputs, outputs, argument, preamble: written }) => {
  const place = placeFrom(written);
  const tiles = inputs.map(tileFrom);
  verifyShuffle(place.jointKey, tiles, fromHex(outputs), fromHex(argument), place);
});

testVectors("bag-blindings", ({ inputs, used, blinding, preamble: place }) => {
  verifyBlinding(inputs.map(tileFrom), fromHex(blinding), placeFrom(place), used);
});

testVectors("bag-tags", ({ key_share, blinded, shares, preamble: place, tags, hands, matched }) => {
  if (tags) {
    const found = matchTags(tags.map(elementFrom), hands);
    if (matched) assert.deepEqual([...found].sort(ascending), matched);
    return;
  }
  const tiles = blinded.map(tileFrom);
  verifyTagShares(elementFrom(key_share), tiles, fromHex(shares), placeFrom(place));
});

testVectors("bag-rebuilds", (vector) => {
  if (vector.drawn) {
    const left = vector.departed.map(elementFrom).reduce(withoutShare, tileFrom(vector.drawn));
    assert.equal(written([left]), vector.left);
  } else if (vector.masked) {
    const masked = listOf(vector, elementFrom(vector.joint_key));
    assert.equal(written(masked), vector.masked.join(""));
  } else {
    rebuild(vector);
  }
});

/** Follow a whole rebuild, and compare what it comes to. */
function rebuild(vector) {
  const keyShares = vector.living.map(([, share]) => elementFrom(share));
  const jointKey = jointKeyOf(keyShares);
  assert.equal(jointKey.toHex(), vector.joint_key);
  const shuffled = vector.shuffles.reduce((tiles, { outputs, argument, preamble: place }) => {
    return verifyShuffle(jointKey, tiles, fromHex(outputs), fromHex(argument), placeFrom(place));
  }, listOf(vector, jointKey));
  const held = vector.held.map(tileFrom);
  const used = [];
  const last = vector.blindings.reduce((tiles, { blinding, preamble: place }) => {
    const { blinded, key } = verifyBlinding(tiles, fromHex(blinding), placeFrom(place), used);
    used.push(key);
    return blinded;
  }, [...held, ...shuffled]);
  const given = vector.tag_shares.map(({ shares, preamble: place }, number) =>
    verifyTagShares(keyShares[number], last, fromHex(shares), placeFrom(place)),
  );
  const tags = last.map((tile, entry) => unmask(tile, given.map((shares) => shares[entry])));
  assert.deepEqual(tags.map((tag) => tag.toHex()), vector.tags);
  const matched = matchTags(tags, held.length);
  assert.deepEqual([...matched].sort(ascending), vector.matched);
  assert.equal(written(shuffled.filter((_, entry) => !matched.has(entry))), vector.bag.join(""));
}

/** The tile elements that a rebuild is of, masked. */
function listOf({ numbers }, jointKey) {
  return maskElements(jointKey, numbers.map((number) => tileElements()[number]));
}

function elementFrom(digits) {
  return decodeElement(fromHex(digits));
}

function written(tiles) {
  return toHex(encodeElements(componentsOf(tiles)));
}

function ascending(one, other) {
  return one - other;
}

test("a long list is refused for one element outside the subgroup, wherever it stands", () => {
  const cases = documentOf("bag-elements").cases;
  const mixed = cases.filter(({ id }) => id.startsWith("element-mixed"));
  const good = Array.from({ length: 80 }, (_, number) => multiply(BigInt(number + 2), BASE));
  for (const [number, { element }] of mixed.entries()) {
    const encoded = encodeElements(good);
    encoded.set(fromHex(element), 32 * (11 * number));

    assert.equal(clauseOf(() => decodeElements(encoded)), "B1.4");
  }
});

test("the first bad element of a long list is named", () => {
  const good = Array.from({ length: 80 }, (_, number) => multiply(BigInt(number + 2), BASE));
  const encoded = encodeElements(good);
  encoded.set(fromHex("01".padEnd(64, "0")), 32 * 70);
  assert.equal(clauseOf(() => decodeElements(encoded)), "B1.3");

  const { element } = documentOf("bag-elements").cases.find(({ id }) => id === "element-mixed-1");
  encoded.set(fromHex(element), 32 * 5);
  assert.equal(clauseOf(() => decodeElements(encoded)), "B1.4");
});

test("a long list of elements is read as they are", () => {
  const good = Array.from({ length: 80 }, (_, number) => multiply(BigInt(number + 2), BASE));

  const read = decodeElements(encodeElements(good));

  assert.ok(read.every((point, place) => point.equals(good[place])));
});

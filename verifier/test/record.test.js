import assert from "node:assert/strict";

import { Breach } from "../src/breach.js";
import { equalBytes, fromHex, toHex } from "../src/bytes.js";
import { RecordReader, firstDigest, nextDigest, readEntry, verifySignature } from "../src/record.js";
import { filled, testVectors } from "./vectors.js";

const JUDGES = {
  verify({ key, message, signature }) {
    verifySignature(fromHex(key), fromHex(message), fromHex(signature));
  },
  "read entry"({ wire, fill, entry }) {
    const read = readEntry(filled(wire, fill));
    if (!entry) return;
    const { game, author, step, after, kind } = entry;
    const hex = [read.game, read.author, read.after].map(toHex);
    assert.deepEqual([...hex, read.step, read.kind], [game, author, after, step, kind]);
  },
  digests({ game, steps, digests }) {
    const computed = [firstDigest(fromHex(game))];
    for (const wires of steps) {
      const entries = wires.map((wire) => readEntry(fromHex(wire)));
      computed.push(nextDigest(computed.at(-1), entries));
    }
    assert.deepEqual(computed.map(toHex), digests);
  },
  compare({ wires }) {
    const [first, second] = wires.map((wire) => readEntry(fromHex(wire)));
    const same = ["author", "game", "after"].every((field) => equalBytes(first[field], second[field]));
    if (same && !equalBytes(first.encoded, second.encoded)) throw new Breach("C4.1", "two stories");
  },
  "read record"({ file, items, torn }) {
    const reader = new RecordReader(fromHex(file));
    let count = 0;
    while (reader.next() !== null) count += 1;
    assert.deepEqual([count, reader.torn], [items, torn]);
  },
};

testVectors("record", (vector) => JUDGES[vector.operation](vector), {
  without: ["key", "sign entry", "read journal"],
});

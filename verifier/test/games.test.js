import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { verify } from "../src/audit.js";
import { VECTORS, documentOf } from "./vectors.js";

for (const { id, file, expect, findings, unchecked, result } of documentOf("games/games").cases) {
  test(`game ${id}: ${expect}`, async () => {
    const record = readFileSync(new URL(`games/${file}`, VECTORS));

    const report = await verify(new Uint8Array(record));

    const found = report.faults.map(({ seat, clause, entry }) => ({ seat, clause, entry }));
    assert.deepEqual([report.verdict, found], [expect, findings]);
    if (result !== null || expect === "unfinished") {
      const open = report.unchecked.map(({ seat, clause }) => ({ seat, clause }));
      assert.deepEqual(open, unchecked);
    }
    if (result !== null) {
      const { ending, winners, players } = report;
      const scores = players.map(({ score }) => score);
      assert.deepEqual({ ending, winners, scores }, result);
    }
  });
}

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { verify } from "../src/audit.js";
import { VECTORS, documentOf } from "./vectors.js";

/** Test every second whole game, from the one at `first` on: two files, so that two run at once. */
export function testGames(first) {
  const games = documentOf("games/games").cases.filter((_, place) => place % 2 === first);
  for (const game of games) testGame(game);
}

function testGame({ id, file, expect, findings, unchecked, result, departures = [] }) {
  test(`game ${id}: ${expect}`, async () => {
    const record = readFileSync(new URL(`games/${file}`, VECTORS));

    const report = await verify(new Uint8Array(record));

    const found = report.faults.map(({ seat, clause, entry }) => ({ seat, clause, entry }));
    assert.deepEqual([report.verdict, found], [expect, findings]);
    if (expect !== "unreadable") {
      const left = report.departures.map(({ name, ...one }) => one);
      assert.deepEqual(left, departures);
    }
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

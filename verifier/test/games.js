import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { verify } from "../src/audit.js";
import { VECTORS, documentOf } from "./vectors.js";

/** Games with departures, which this implementation does not know yet. */
const UNKNOWN = [
  "resigned-in-a-turn",
  "silent-in-a-draw",
  "at-fault-and-put-out",
  "passed-over",
  "silent-before-the-deal",
  "left-alone",
  "silent-while-a-swap-is-drawn",
  "resigned-late",
  "silent-at-the-end",
  "resigned-outside-a-cut",
  "agreement-missing",
  "agreements-exchanged",
  "ground-missing",
  "void-before-a-cut",
  "cut-by-too-few",
  "ground-that-shows-nothing",
];

/** Test every second whole game, from the one at `first` on: two files, so that two run at once. */
export function testGames(first) {
  const games = documentOf("games/games").cases.filter(
    ({ id }, place) => place % 2 === first && !UNKNOWN.includes(id),
  );
  for (const game of games) testGame(game);
}

function testGame({ id, file, expect, findings, unchecked, result }) {
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

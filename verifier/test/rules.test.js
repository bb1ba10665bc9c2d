import assert from "node:assert/strict";

import { Board, judgePlay, largestSet, parseFace } from "../src/board.js";
import { Breach } from "../src/breach.js";
import { Position, openerOf } from "../src/position.js";
import { testVectors } from "./vectors.js";

function placementsFrom(text) {
  return text.split(" ").filter(Boolean).map((placement) => {
    const [face, cell] = placement.split("@");
    const [x, y] = cell.split(",").map(Number);
    return { x, y, face: parseFace(face) };
  });
}

function after(position, move) {
  const [kind, ...rest] = move.split(" ");
  if (kind === "play") return position.afterPlay(placementsFrom(rest.join(" ")));
  return kind === "swap" ? position.afterSwap(Number(rest[0])) : position.afterPass();
}

const JUDGES = {
  play({ board, play, score }) {
    const points = judgePlay(new Board().placing(placementsFrom(board)), placementsFrom(play));
    if (score !== undefined) assert.equal(points, score);
  },
  claim({ hand, claim }) {
    if (largestSet(hand.split(" ").map(parseFace)) !== claim) throw new Breach("R3.5", "false");
  },
  opener({ claims, ages, turn_order, opener }) {
    assert.equal(openerOf(claims, ages, turn_order), opener);
  },
  game({ turn_order: turnOrder, claims, ages, stall_guard: stallGuard, moves, after: told, outcome }) {
    let position = Position.start({ turnOrder, claims, ages, stallGuard });
    moves.forEach((move, place) => {
      position = after(position, move);
      if (told?.[place] === undefined) return;
      const { scores, hands, bag, drawn, next } = told[place];
      const { handSizes, bagSize, mover } = position;
      assert.deepEqual([position.scores, handSizes, bagSize, position.drawn], [scores, hands, bag, drawn]);
      if (next !== null && position.outcome === null) assert.equal(mover, next);
    });
    if (outcome) assert.deepEqual([position.outcome.ending, position.outcome.winners], outcome);
  },
};

testVectors("rules", (vector) => JUDGES[vector.operation](vector), {
  without: ["choice", "plays"],
});

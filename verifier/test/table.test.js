import assert from "node:assert/strict";

import {
  Kind,
  readClaim,
  readHash,
  readKeys,
  readNothing,
  readPlay,
  readReveal,
  readSeal,
  readShares,
  readShuffle,
  readSwap,
} from "../src/bodies.js";
import { concat, fromHex, toHex } from "../src/bytes.js";
import { readCharter } from "../src/charter.js";
import { turnOrderOf } from "../src/phases.js";
import { labelledHash } from "../src/record.js";
import { testVectors } from "./vectors.js";

const READERS = {
  [Kind.COMMIT]: readHash,
  [Kind.REVEAL]: readReveal,
  [Kind.SHUFFLE]: readShuffle,
  [Kind.READY]: readNothing,
  [Kind.DEAL]: readShares,
  [Kind.PLEDGE]: readHash,
  [Kind.CLAIM]: readClaim,
  [Kind.PLAY]: readPlay,
  [Kind.SWAP]: readSwap,
  [Kind.PASS]: readNothing,
  [Kind.DRAW]: readShares,
  [Kind.SEAL]: readSeal,
  [Kind.KEYS]: readKeys,
};

const JUDGES = {
  "read charter"({ body, game, players, options }) {
    const charter = readCharter(fromHex(body));
    if (game === undefined) return;
    const read = charter.players.map(({ identity, name, age, nonce }) => ({
      identity: toHex(identity),
      name,
      age,
      nonce: toHex(nonce),
    }));
    const { stallGuard, hints, turnSeconds, watchers } = charter;
    assert.deepEqual([toHex(charter.game), read], [game, players]);
    assert.deepEqual([stallGuard, hints, turnSeconds, watchers], options);
  },
  "read body"({ kind, body, players, fill: [byte, times] = [0, 0] }) {
    READERS[kind](concat(fromHex(body), new Uint8Array(times).fill(byte)), players);
  },
  commitment({ game, seat, reveal, hash }) {
    const parts = [fromHex(game), Uint8Array.of(seat), fromHex(reveal)];
    assert.equal(toHex(labelledHash("p2pqwirkle/1 commit", ...parts)), hash);
  },
  pledge({ game, seat, size, salt, hash }) {
    const parts = [fromHex(game), Uint8Array.of(seat), Uint8Array.of(size), fromHex(salt)];
    assert.equal(toHex(labelledHash("p2pqwirkle/1 pledge", ...parts)), hash);
  },
  "turn order"({ game, nonces, order }) {
    assert.deepEqual(turnOrderOf(fromHex(game), nonces.map(fromHex)), order);
  },
};

testVectors("table", (vector) => JUDGES[vector.operation](vector), { without: ["spoken words"] });

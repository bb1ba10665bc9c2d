/** What a record proves, and what it does not (A). */
import { largestSet } from "./board.js";
import { Kind, readAnswer, readClaim } from "./bodies.js";
import { Breach, Collapse } from "./breach.js";
import { equalBytes, toHex } from "./bytes.js";
import { readCharter } from "./charter.js";
import { Cut } from "./cut.js";
import { checkTiles, openHand } from "./hidden.js";
import { faceOf } from "./phases.js";
import { RecordReader, readEntry } from "./record.js";
import { Referee, Verdict } from "./referee.js";

const TURNS = [Kind.PLAY, Kind.SWAP, Kind.PASS];
const WITH_SHARES = [Kind.DEAL, Kind.DRAW, Kind.PLAY];
/** Where the author stands in the bytes of every entry (C2). */
const AUTHOR = [38, 70];
const ENTRY_AT = new Map([
  [0xc4, 3],
  [0xc5, 4],
]);

/**
 * Check all that a record proves.
 *
 * @param {Uint8Array} file
 * @param {(progress: {entries: number, done: number}) => unknown} onProgress called before each
 *   entry with the number of those judged and the share of the file that is read; awaited
 * @returns {Promise<object>} the report that `p2pqwirkle audit --json` prints
 */
export async function verify(file, onProgress = () => {}) {
  const reader = new RecordReader(file);
  const first = nextItem(reader);
  if (first === null) return blank("unfinished", []);
  const opened = openGame(first);
  if (opened instanceof Breach) {
    const claimed = first.wire ? claimedAuthor(first.wire) : null;
    return blank("unreadable", [damage(0, opened, claimed ?? "none")]);
  }
  const replay = new Replay(opened);
  let count = 0;
  for (let item = first; item !== null; item = nextItem(reader)) {
    await onProgress({ entries: count, done: reader.place / file.length });
    const finding = replay.judge(count, item);
    if (finding !== null) return replay.stopped(finding);
    count += 1;
  }
  await onProgress({ entries: count, done: 1 });
  return replay.conclude(count, reader.torn);
}

/** The next entry's wire, the breach that keeps the file from being read on, or null at its end. */
function nextItem(reader) {
  try {
    const wire = reader.next();
    return wire === null ? null : { wire };
  } catch (error) {
    if (error instanceof Breach) return { breach: error };
    throw error;
  }
}

/** The charter that the first item holds, or the breach that there is in its place. */
function openGame({ wire, breach }) {
  if (breach) return breach;
  try {
    const { kind, body, game } = readEntry(wire);
    if (kind !== Kind.CHARTER) return new Breach("A2.1", `the first entry is of kind ${kind}`);
    const charter = readCharter(body);
    return equalBytes(charter.game, game) ? charter : new Breach("A2.1", "another charter's game");
  } catch (error) {
    if (error instanceof Breach) return error;
    throw error;
  }
}

function blank(verdict, faults) {
  return {
    verdict,
    game: null,
    faults,
    players: [],
    winners: [],
    ending: null,
    turns: 0,
    checks: { signatures: 0, shuffles: 0, shares: 0, moves: 0, claims: 0 },
    unchecked: [],
    departures: [],
  };
}

function damage(entry, { clause, detail }, claimed) {
  const told = `${detail}; claimed author: ${claimed}`;
  return { seat: null, name: null, clause, entry, detail: told };
}

function claimedAuthor(wire) {
  const start = ENTRY_AT.get(wire[1]);
  if (start === undefined || wire.length < start + AUTHOR[1]) return null;
  return toHex(wire.subarray(start + AUTHOR[0], start + AUTHOR[1]));
}

/** One record under audit. */
class Replay {
  constructor(charter) {
    this.charter = charter;
    this.referee = new Referee(charter);
    this.kinds = new Map();
    /** What entries say about hidden hands. */
    this.claims = [];
    this.claimsHeld = 0;
    /** Of an entry that is out of its place, unless it is the first of two exhibits. */
    this.gap = null;
    /** The cut of the open step, if the record is in the midst of one. */
    this.cut = null;
    /** Faults that the game went on without. */
    this.faults = [];
    this.departures = [];
  }

  /** What does not hold of the entry `ordinal`; null if nothing. */
  judge(ordinal, { wire, breach }) {
    if (this.gap !== null) return this.#judgeAfterGap(ordinal, wire);
    if (this.referee.standing.phase === "over") {
      const behind = new Breach("A2.3", "an entry behind the last one of a finished game");
      return damage(ordinal, behind, this.#claimedBy(wire));
    }
    if (breach) return damage(ordinal, breach, "none");
    const { standing: before, awaited } = this.referee;
    const judged = this.referee.admit(wire);
    switch (judged.verdict) {
      case Verdict.ADMITTED:
        return this.cut === null
          ? this.#note(ordinal, before, awaited, judged)
          : this.#follow(ordinal, judged);
      case Verdict.FAULT:
        return this.cut?.isGround(judged.entry)
          ? this.#follow(ordinal, judged)
          : this.#blame(ordinal, judged);
      case Verdict.COLLAPSE: {
        const { clause, detail } = judged;
        return { seat: null, name: null, clause, entry: ordinal, detail };
      }
      case Verdict.DAMAGE:
        return damage(ordinal, judged, this.#claimedBy(wire));
      default: {
        if (this.cut !== null) return this.#follow(ordinal, judged);
        const astray = new Breach("A2.2", "does not follow the entries before it");
        return this.#doubt(ordinal, judged.seat, astray);
      }
    }
  }

  #judgeAfterGap(ordinal, wire) {
    this.referee.isCut = true; // what follows completes nothing any more
    const judged = wire ? this.referee.admit(wire) : {};
    return judged.verdict === Verdict.FAULT ? this.#blame(ordinal, judged) : this.gap;
  }

  /** Damage, unless the next entry is the second of two exhibits. */
  #doubt(ordinal, seat, breach) {
    this.gap = damage(ordinal, breach, this.charter.players[seat].name);
    return null;
  }

  /** Begin to cut the open step with the first answer. */
  #beginCut(ordinal, before, judged) {
    const { step } = this.referee;
    this.cut = new Cut(readAnswer(judged.entry.body).question, before, step);
    this.referee.isCut = true;
    if (step.heard.size === 0) return this.#follow(ordinal, judged);
    const late = new Breach("A2.2", "something else was said in the step that is cut");
    return this.#doubt(ordinal, judged.seat, late);
  }

  /** Take the next entry of a cut, and cut the step if it is the last. */
  #follow(ordinal, judged) {
    const { cut } = this;
    const { seat, entry } = judged;
    if (!cut.awaits(seat, entry)) {
      return this.#doubt(ordinal, seat, new Breach("A2.2", "not what the cut step awaits"));
    }
    const fault = judged.verdict === Verdict.FAULT ? this.#blame(ordinal, judged) : null;
    if (fault === null) this.#countKind(entry.kind);
    else this.faults.push(fault);
    cut.take(seat, entry, fault);
    if (!cut.isAtEnd) return null;
    if (!cut.counts) {
      return this.#doubt(ordinal, seat, new Breach("A2.4", "too few, or without grounds"));
    }
    return this.#endCut(ordinal);
  }

  #endCut(ordinal) {
    try {
      this.referee.cut(this.cut.question);
    } catch (error) {
      if (!(error instanceof Collapse)) throw error;
      const { clause, detail } = error;
      return { seat: null, name: null, clause, entry: ordinal, detail };
    }
    this.departures.push(...this.cut.departures(this.charter.players));
    this.cut = null;
    return null;
  }

  #countKind(kind) {
    this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1);
  }

  #note(ordinal, before, awaited, judged) {
    const { seat, entry } = judged;
    if (entry.kind === Kind.ANSWER) return this.#beginCut(ordinal, before, judged);
    if (entry.kind === Kind.RESIGN) {
      const outside = new Breach("A2.2", "nobody has agreed to go on without its author");
      return this.#doubt(ordinal, seat, outside);
    }
    if (seat !== awaited) {
      const missing = new Breach("A2.2", `an entry of seat ${awaited} is missing before it`);
      return this.#doubt(ordinal, seat, missing);
    }
    this.#countKind(entry.kind);
    const { hands, position, played } = before;
    if (entry.kind === Kind.CLAIM) {
      const { size } = readClaim(entry.body);
      this.claims.push({ seat, ordinal, clause: "R3.5", hand: hands[seat], played, size });
    } else if (entry.kind === Kind.PASS) {
      const { board } = position;
      this.claims.push({ seat, ordinal, clause: "R8.2", hand: hands[seat], played, board });
    }
    return null;
  }

  /** The report on a record that holds as far as `finding` and no farther. */
  stopped(finding) {
    const verdict = finding.seat === null ? "unreadable" : "fault";
    const unchecked = this.#unchecked(this.claims, "the record does not hold to its end");
    return this.#report(verdict, [...this.faults, finding], unchecked);
  }

  /** Check what only opened keys can show (A3). */
  conclude(count, torn) {
    if (this.gap !== null) return this.stopped(this.gap);
    const { standing } = this.referee;
    if (standing.phase !== "over") {
      const unchecked = this.#unchecked(this.claims, "the record ends before keys are opened");
      const verdict = this.faults.length > 0 ? "fault" : "unfinished";
      return this.#report(verdict, this.faults, unchecked);
    }
    if (torn > 0) {
      const behind = new Breach("A2.3", `${torn} bytes behind the last entry of a finished game`);
      return this.stopped(damage(count, behind, "none"));
    }
    try {
      return this.#lookIntoHands(standing);
    } catch (error) {
      if (!(error instanceof Collapse)) throw error;
      const { clause, detail } = error;
      return this.stopped({ seat: null, name: null, clause, entry: null, detail });
    }
  }

  #lookIntoHands(standing) {
    const { opened, living, silent } = standing;
    const found = this.claims.flatMap((claim) => this.#falseClaim(claim, opened[claim.seat]));
    const faults = [...this.faults, ...found];
    const isOpen = silent.length === 0 && living.every((seat) => opened[seat] !== null);
    if (isOpen && living.length > 1) checkTiles(standing, opened);
    const there = [...living, ...silent];
    const closed = this.claims.filter(
      ({ seat }) => opened[seat] === null && there.includes(seat),
    );
    const gone = this.claims.filter(({ seat }) => !there.includes(seat));
    const unchecked = [
      ...this.#unchecked(closed, "the key was not opened"),
      ...this.#unchecked(gone, "the seat has left the game"),
    ];
    const isUnfinished = closed.length > 0 || silent.length > 0;
    return this.#report(verdictOf(faults, isUnfinished), faults, unchecked);
  }

  #falseClaim(claim, secret) {
    if (secret === null) return [];
    const { seat, ordinal, clause, hand, played, size, board } = claim;
    const faces = openHand(hand, secret, played).map(faceOf);
    const largest = largestSet(faces);
    const isFalse = board ? board.fits(faces) : largest !== size;
    if (!isFalse) {
      this.claimsHeld += 1;
      return [];
    }
    const detail = board
      ? "a pass with a tile that fits"
      : `a claim of ${size} with a largest set of ${largest}`;
    return [{ seat, name: this.charter.players[seat].name, clause, entry: ordinal, detail }];
  }

  #unchecked(claims, detail) {
    return claims.map(({ seat, clause }) => ({ seat, clause, detail }));
  }

  #blame(ordinal, { seat, clause, detail }) {
    return { seat, name: this.charter.players[seat].name, clause, entry: ordinal, detail };
  }

  #claimedBy(wire) {
    const author = wire ? claimedAuthor(wire) : null;
    const player = this.charter.players.find(({ identity }) => toHex(identity) === author);
    return player?.name ?? author ?? "none";
  }

  #report(verdict, faults, unchecked) {
    const { position } = this.referee.standing;
    return {
      verdict,
      game: toHex(this.charter.game),
      faults,
      players: this.charter.players.map(({ name }, seat) => ({
        seat,
        name,
        score: position?.scores[seat] ?? 0,
      })),
      winners: position?.outcome?.winners ?? [],
      ending: position?.outcome?.ending ?? null,
      turns: this.#count(TURNS),
      checks: {
        signatures: [...this.kinds.values()].reduce((left, right) => left + right, 0),
        shuffles: this.#count([Kind.SHUFFLE]),
        shares: this.#count(WITH_SHARES),
        moves: this.#count(TURNS),
        claims: this.claimsHeld,
      },
      unchecked,
      departures: this.departures,
    };
  }

  #count(kinds) {
    return kinds.reduce((total, kind) => total + (this.kinds.get(kind) ?? 0), 0);
  }
}

function verdictOf(faults, isUnfinished) {
  if (faults.length > 0) return "fault";
  return isUnfinished ? "unfinished" : "fair";
}

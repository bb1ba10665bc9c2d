/** The one judge of entries: takes them into the standing, or says what is wrong (T2). */
import { Breach, Collapse } from "./breach.js";
import { equalBytes, toHex } from "./bytes.js";
import { PHASES } from "./phases.js";
import { firstDigest, nextDigest, readEntry } from "./record.js";

export const Verdict = Object.freeze({
  ADMITTED: "admitted",
  /** Known already, or after steps that are unknown. */
  ASTRAY: "astray",
  DAMAGE: "damage",
  FAULT: "fault",
  COLLAPSE: "collapse",
});

/** Judges the entries of one game. */
export class Referee {
  constructor(charter) {
    this.standing = {
      charter,
      step: 0,
      digest: firstDigest(charter.game),
      phase: "charter",
      position: null,
      played: new Set(),
      aside: [],
    };
    /** What was heard of the open step, by seat. */
    this.heard = new Map();
    this.#seats = new Map(charter.players.map(({ identity }, seat) => [toHex(identity), seat]));
  }

  #seats;
  /** By the digest before a complete step: its entries by seat. */
  #complete = new Map();

  /** The lowest seat that has still to speak in the open step. */
  get awaited() {
    return this.#speakers().find((seat) => !this.heard.has(seat));
  }

  admit(wire) {
    let entry;
    let seat;
    try {
      entry = readEntry(wire);
      seat = this.#seatOf(entry);
    } catch (error) {
      if (!(error instanceof Breach)) throw error;
      return { verdict: Verdict.DAMAGE, clause: error.clause, detail: error.detail };
    }
    if (equalBytes(entry.after, this.standing.digest)) return this.#admitNow(seat, entry);
    const step = this.#complete.get(toHex(entry.after));
    if (step === undefined) return { verdict: Verdict.ASTRAY, seat, entry };
    if (step.has(seat)) return compare(seat, step.get(seat), entry);
    const detail = "spoke unasked in an earlier step";
    return { verdict: Verdict.FAULT, seat, entry, clause: "T2.2", detail };
  }

  #admitNow(seat, entry) {
    if (this.heard.has(seat)) return compare(seat, this.heard.get(seat).entry, entry);
    try {
      this.#takeIn(seat, entry);
    } catch (error) {
      if (!(error instanceof Breach)) throw error;
      const verdict = error instanceof Collapse ? Verdict.COLLAPSE : Verdict.FAULT;
      return { verdict, seat, entry, clause: error.clause, detail: error.detail };
    }
    return { verdict: Verdict.ADMITTED, seat, entry };
  }

  #takeIn(seat, entry) {
    const { phase, step } = this.standing;
    const { speaks, kinds, check } = PHASES[phase];
    if (!speaks(this.standing, seat)) throw new Breach("T2.2", `seat ${seat} in ${phase}`);
    if (entry.step !== step) throw new Breach("T2.1", `step ${entry.step} in place of ${step}`);
    if (!kinds.includes(entry.kind)) throw new Breach("T2.3", `kind ${entry.kind} in ${phase}`);
    const said = check(this.standing, seat, entry);
    this.heard.set(seat, { entry, said });
    if (this.awaited === undefined) this.#fold();
  }

  #fold() {
    const heard = [...this.heard].sort(([left], [right]) => left - right);
    const said = heard.map(([, one]) => one.said);
    const entries = heard.map(([, one]) => one.entry);
    const { phase, step, digest } = this.standing;
    const changed = PHASES[phase].fold(this.standing, said);
    this.#complete.set(toHex(digest), new Map(heard.map(([seat, one]) => [seat, one.entry])));
    const next = { step: step + 1, digest: nextDigest(digest, entries) };
    this.standing = { ...this.standing, ...changed, ...next };
    this.heard = new Map();
  }

  #speakers() {
    const { charter, phase } = this.standing;
    const seats = charter.players.map((_, seat) => seat);
    return seats.filter((seat) => PHASES[phase].speaks(this.standing, seat));
  }

  #seatOf({ game, author }) {
    if (!equalBytes(game, this.standing.charter.game)) throw new Breach("C3.1", "another game's");
    const seat = this.#seats.get(toHex(author));
    if (seat === undefined) throw new Breach("C3.2", "the author has no seat");
    return seat;
  }
}

/** Two entries of one seat about one step (C4). */
function compare(seat, earlier, entry) {
  if (equalBytes(earlier.encoded, entry.encoded)) return { verdict: Verdict.ASTRAY, seat, entry };
  const detail = `two entries of step ${earlier.step}`;
  return { verdict: Verdict.FAULT, seat, entry, clause: "C4.1", detail, against: earlier };
}

/** The one judge of entries: takes them into the standing, or says what is wrong (T2). */
import { PASS_OVER, Step } from "./answers.js";
import { Kind, readNothing } from "./bodies.js";
import { Breach, Collapse } from "./breach.js";
import { equalBytes, toHex } from "./bytes.js";
import { goneOnWithout } from "./departure.js";
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
      living: charter.players.map((_, seat) => seat),
      silent: [],
      used: [],
    };
    /** The open step, and what was said in it. */
    this.step = this.#openStep();
    /** Whether the open step is being cut, so that nothing said in it completes it. */
    this.isCut = false;
    this.#seats = new Map(charter.players.map(({ identity }, seat) => [toHex(identity), seat]));
  }

  #seats;
  #resigned = new Set();
  /** The entries that were found at fault: each is known from then on. */
  #faulty = new Set();
  /** By the digest before it: every complete step, and what it was judged by. */
  #complete = new Map();

  /** The lowest seat that has still to speak in the open step. */
  get awaited() {
    return this.step.speakers.find((seat) => !this.step.heard.has(seat));
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
    const judged = this.#judge(seat, entry);
    if (judged.verdict !== Verdict.FAULT) return judged;
    const faulty = toHex(entry.encoded);
    if (this.#faulty.has(faulty)) return { verdict: Verdict.ASTRAY, seat, entry };
    this.#faulty.add(faulty);
    return judged;
  }

  /** Complete the open step by what all who were asked have agreed to (T12). */
  cut({ key, seats, purpose }) {
    const { standing } = this;
    const agreed = this.step.answers.filter(
      (given) => given.agrees && equalBytes(given.question.key, key),
    );
    agreed.sort((left, right) => left.seat - right.seat);
    const changed = purpose === PASS_OVER ? passedOver(standing) : goneOnWithout(standing, seats);
    this.isCut = false;
    this.#goOn(changed, agreed.map(({ entry }) => entry));
  }

  #judge(seat, entry) {
    const isOpen = equalBytes(entry.after, this.standing.digest);
    const { step, standing } = isOpen ? this : (this.#complete.get(toHex(entry.after)) ?? {});
    if (step === undefined) return { verdict: Verdict.ASTRAY, seat, entry };
    if (entry.kind === Kind.RESIGN) return this.#judgeResignation(step, seat, entry);
    if (entry.kind === Kind.ANSWER) return this.#judgeAnswer(step, seat, entry);
    if (step.heard.has(seat)) return compare(seat, step.heard.get(seat).entry, entry);
    if (isOpen) return this.#admitNow(seat, entry);
    if (step.speakers.includes(seat)) return hearVoid(step, standing, seat, entry);
    const detail = "spoke unasked in an earlier step";
    return { verdict: Verdict.FAULT, seat, entry, clause: "T2.2", detail };
  }

  #judgeAnswer(step, seat, entry) {
    return judging(seat, entry, () => {
      const earlier = step.take(seat, entry);
      if (earlier !== null) return compare(seat, earlier, entry);
      const verdict = step === this.step ? Verdict.ADMITTED : Verdict.ASTRAY;
      return { verdict, seat, entry };
    });
  }

  #judgeResignation(step, seat, entry) {
    return judging(seat, entry, () => {
      readNothing(entry.body);
      step.checkNumber(entry);
      step.resigned.set(seat, entry);
      const agreed = step.agreedBy(seat);
      if (agreed !== undefined) return compare(seat, agreed, entry);
      const isKnown = this.#resigned.has(seat) || !this.standing.living.includes(seat);
      this.#resigned.add(seat);
      return { verdict: isKnown ? Verdict.ASTRAY : Verdict.ADMITTED, seat, entry };
    });
  }

  #admitNow(seat, entry) {
    return judging(seat, entry, () => {
      this.#takeIn(seat, entry);
      return { verdict: Verdict.ADMITTED, seat, entry };
    });
  }

  #takeIn(seat, entry) {
    hear(this.step, this.standing, seat, entry);
    if (this.awaited === undefined && !this.isCut) this.#fold();
  }

  #fold() {
    const heard = [...this.step.heard].sort(([left], [right]) => left - right);
    const said = heard.map(([, one]) => one.said);
    const changed = PHASES[this.standing.phase].fold(this.standing, said);
    this.#goOn(changed, heard.map(([, one]) => one.entry));
  }

  #goOn(changed, entries) {
    const { step, digest } = this.standing;
    this.#complete.set(toHex(digest), { step: this.step, standing: this.standing });
    const next = { step: step + 1, digest: nextDigest(digest, entries) };
    this.standing = { ...this.standing, ...changed, ...next };
    this.step = this.#openStep();
  }

  #openStep() {
    const { living, phase } = this.standing;
    const speakers = living.filter((seat) => PHASES[phase].speaks(this.standing, seat));
    return new Step(this.standing, speakers);
  }

  #seatOf({ game, author }) {
    if (!equalBytes(game, this.standing.charter.game)) throw new Breach("C3.1", "another game's");
    const seat = this.#seats.get(toHex(author));
    if (seat === undefined) throw new Breach("C3.2", "the author has no seat");
    return seat;
  }
}

/** Check an entry by a step and the standing before it, and keep it. */
function hear(step, standing, seat, entry) {
  const { phase } = standing;
  const { kinds, check } = PHASES[phase];
  if (!step.speakers.includes(seat)) throw new Breach("T2.2", `seat ${seat} in ${phase}`);
  step.checkNumber(entry);
  if (!kinds.includes(entry.kind)) throw new Breach("T2.3", `kind ${entry.kind} in ${phase}`);
  step.heard.set(seat, { entry, said: check(standing, seat, entry) });
}

/** Judge what comes too late for a step that was cut: it changes nothing, but may be at fault. */
function hearVoid(step, standing, seat, entry) {
  const astray = { verdict: Verdict.ASTRAY, seat, entry };
  const judged = judging(seat, entry, () => {
    hear(step, standing, seat, entry);
    return astray;
  });
  return judged.verdict === Verdict.COLLAPSE ? astray : judged;
}

/** Two entries of one seat about one step (C4). */
function compare(seat, earlier, entry) {
  if (equalBytes(earlier.encoded, entry.encoded)) return { verdict: Verdict.ASTRAY, seat, entry };
  const detail = `two entries of step ${earlier.step}`;
  return { verdict: Verdict.FAULT, seat, entry, clause: "C4.1", detail, against: earlier };
}

/** What `work` finds, or the breach in it as a verdict. */
function judging(seat, entry, work) {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Breach)) throw error;
    const verdict = error instanceof Collapse ? Verdict.COLLAPSE : Verdict.FAULT;
    return { verdict, seat, entry, clause: error.clause, detail: error.detail };
  }
}

function passedOver(standing) {
  const position = standing.position.passedOver();
  return { position, phase: position.outcome === null ? "turn" : "seal" };
}

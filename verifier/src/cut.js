/** What a record still has to say of a step that is cut, and who was gone on without (A2). */
import { PASS_OVER, agreesTo, nameOf } from "./answers.js";
import { Kind } from "./bodies.js";

export class Cut {
  constructor(question, { living, phase, drawer }, step) {
    this.question = question;
    this.step = step;
    this.asked = living.filter((seat) => !question.seats.includes(seat));
    this.grounds = [...question.grounds];
    this.resigned = [];
    this.atFault = [];
    const drawers = { deal: living, draw: [drawer] }[phase] ?? [];
    this.voided = drawers.filter((seat) => !question.seats.includes(seat));
  }

  get isAtEnd() {
    return this.asked.length === 0 && this.grounds.length === 0;
  }

  /** Whether enough stay, and the grounds show what they are named for. */
  get counts() {
    return this.step.counts(this.question, [...this.resigned, ...this.atFault]);
  }

  /** Whether an entry is the next of the grounds, after all have agreed. */
  isGround(entry) {
    return this.asked.length === 0 && this.grounds.length > 0 && nameOf(entry) === this.grounds[0];
  }

  /** Whether an entry is the next that is awaited. */
  awaits(seat, entry) {
    if (this.asked.length === 0) return this.isGround(entry);
    return seat === this.asked[0] && agreesTo(this.question, entry);
  }

  /** Take the next entry that is awaited, with the fault that was found in it, if any. */
  take(seat, entry, fault) {
    if (this.asked.length > 0) {
      this.asked.shift();
      return;
    }
    this.grounds.shift();
    if (fault !== null) this.atFault.push(seat);
    // One that is refused for itself is a fault and nothing more.
    const isRefused = fault !== null && fault.clause !== "C4.1";
    if (entry.kind === Kind.RESIGN && !isRefused) this.resigned.push(seat);
  }

  /** Why the game has gone on without each seat. */
  departures(players) {
    return this.question.seats.map((seat) => ({
      seat,
      name: players[seat].name,
      reason: this.#reasonFor(seat),
      step: this.step.number,
      voided: this.voided,
    }));
  }

  #reasonFor(seat) {
    if (this.question.purpose === PASS_OVER) return "time";
    if (this.resigned.includes(seat)) return "resigned";
    return this.atFault.includes(seat) ? "fault" : "silent";
  }
}

/** Questions and answers about one step (T11): what is admitted, and what counts. */
import { Kind, readAnswer } from "./bodies.js";
import { Breach } from "./breach.js";
import { equalBytes, toHex } from "./bytes.js";
import { labelledHash } from "./record.js";

export const PASS_OVER = 1;
const SEATS = 6;
const MOST_ANSWERS = 1000;
const CLOSED = ["charter", "commit", "reveal", "over"];

/** What a question calls an entry by. */
export function nameOf({ encoded }) {
  return toHex(labelledHash("p2pqwirkle/1 ground", encoded));
}

/** Whether an entry is an answer that agrees to a question. */
export function agreesTo(question, { kind, body }) {
  if (kind !== Kind.ANSWER) return false;
  const answer = readAnswer(body);
  return answer.agrees && equalBytes(answer.question.key, question.key);
}

/** One step: what answers about it are judged by, and what was said in it. */
export class Step {
  constructor({ step, phase, living, charter }, speakers) {
    this.number = step;
    this.phase = phase;
    this.living = living;
    this.speakers = speakers;
    this.hasClock = charter.turnSeconds > 0;
    /** What was heard, by seat. */
    this.heard = new Map();
    this.answers = [];
    /** Resignations, by seat. */
    this.resigned = new Map();
  }

  /**
   * Judge an answer by this step, and keep it if it is new.
   *
   * @returns {object | null} an earlier entry of the seat that it is to be compared with
   */
  take(seat, entry) {
    if (!this.living.includes(seat) || CLOSED.includes(this.phase)) {
      throw new Breach("T2.2", `seat ${seat} answers in ${this.phase}`);
    }
    const { question, agrees } = readAnswer(entry.body);
    const own = this.answers.filter((given) => given.seat === seat);
    const earlier = own.find(
      (given) =>
        equalBytes(given.question.key, question.key) ||
        (agrees && given.agrees && given.question.number === question.number),
    );
    if (earlier !== undefined) return earlier.entry;
    if (agrees && this.resigned.has(seat)) return this.resigned.get(seat);
    this.checkNumber(entry);
    if (own.length >= MOST_ANSWERS) throw new Breach("T11.5", `${own.length} answers in one step`);
    if (agrees) this.#check(seat, question);
    this.answers.push({ seat, question, agrees, entry });
    return null;
  }

  /** Check the number that an entry gives its step. */
  checkNumber({ step }) {
    if (step !== this.number) throw new Breach("T2.1", `step ${step} in place of ${this.number}`);
  }

  /** An entry by which a seat has agreed to something; undefined if there is none. */
  agreedBy(seat) {
    return this.answers.find((given) => given.seat === seat && given.agrees)?.entry;
  }

  /** Whether a question counts whose grounds, all at hand, are those of the seats `grounded`. */
  counts({ number, seats, purpose }, grounded) {
    const free = [...this.speakers, ...grounded];
    if (number < SEATS && !seats.every((seat) => free.includes(seat))) return false;
    if (purpose === PASS_OVER) return true;
    const counted = this.living.filter((seat) => !grounded.includes(seat));
    const stay = counted.filter((seat) => !seats.includes(seat));
    if (counted.length === 2) return stay.length === 2;
    if (2 * stay.length === counted.length) return counted.length > 0 && stay[0] === counted[0];
    return 2 * stay.length > counted.length;
  }

  #check(seat, { seats, number, purpose }) {
    const ascend = seats.every((one, place) => place === 0 || seats[place - 1] < one);
    if (seats.length === 0 || !ascend) throw new Breach("T11.1", `a question names ${seats}`);
    if (!seats.every((one) => this.living.includes(one))) {
      throw new Breach("T11.2", "a seat that has left is named");
    }
    const asker = number % SEATS;
    if (seats.includes(asker) || !this.living.includes(asker)) {
      throw new Breach("T11.3", `seat ${asker} asks, and is not to stay`);
    }
    const isTimed = this.phase === "turn" && this.hasClock;
    const isMover = seats.length === 1 && this.speakers[0] === seats[0];
    if (purpose === PASS_OVER && !(isTimed && isMover)) {
      throw new Breach("T12.1", "no turn of theirs to pass over");
    }
    if (seats.includes(seat)) throw new Breach("T11.4", `seat ${seat} agrees that it leaves`);
  }
}

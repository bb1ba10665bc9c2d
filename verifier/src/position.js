/** What everybody sees of a game by the rules, between two turns (R2, R3, R7 to R11). */
import { Board, COPIES, FACE_COUNT, judgePlay } from "./board.js";
import { Breach } from "./breach.js";

export const HAND_SIZE = 6;
const TILE_COUNT = 108;
const [FEWEST_SEATS, MOST_SEATS] = [2, 6];
const BONUS = 6;
const STALL_ROUNDS = 3;
/** Below every age that can be stated. */
const NOT_STATED = -1;

/** Check what everybody can see of a claim. */
export function checkClaimSize(size) {
  if (size < 1 || size > HAND_SIZE) throw new Breach("R3.1", `a claim of ${size}`);
}

/** Who opens, and who would if those before had left (R13); claims and ages are by seat. */
function openersOf(claims, ages, turnOrder) {
  const ageOf = (seat) => ages[seat] ?? NOT_STATED;
  return [...turnOrder].sort(
    (left, right) => claims[right] - claims[left] || ageOf(right) - ageOf(left),
  );
}

/** The seat that opens. */
export function openerOf(claims, ages, turnOrder) {
  return openersOf(claims, ages, turnOrder)[0];
}

/** A position; a value: every move gives another one. */
export class Position {
  constructor(fields) {
    Object.assign(this, fields);
  }

  static start({ turnOrder, claims, ages, stallGuard }) {
    const seats = turnOrder.length;
    if (seats < FEWEST_SEATS || seats > MOST_SEATS) throw new Breach("R2.1", `${seats} seats`);
    turnOrder.forEach((seat) => checkClaimSize(claims[seat]));
    const openers = openersOf(claims, ages, turnOrder);
    return new Position({
      board: new Board(),
      scores: claims.map(() => 0),
      handSizes: claims.map((_, seat) => (turnOrder.includes(seat) ? HAND_SIZE : 0)),
      bagSize: TILE_COUNT - HAND_SIZE * seats,
      turnOrder,
      mover: openers[0],
      opening: claims[openers[0]],
      openers,
      claims,
      turnsWithoutPlay: 0,
      stallGuard,
      drawn: 0,
      outcome: null,
    });
  }

  /** The end of a game that all but one have left before it was opened (R13). */
  static deserted(seats, living, turnOrder) {
    const claims = Array.from({ length: seats }, () => 1);
    const begun = Position.start({ turnOrder, claims, ages: [], stallGuard: false });
    const gone = turnOrder.filter((seat) => !living.includes(seat));
    return gone.reduce((left, seat) => left.without(seat), begun);
  }

  /** The position when `seat` has left (R13). */
  without(seat) {
    const left = this.#with({
      turnOrder: this.turnOrder.filter((one) => one !== seat),
      openers: this.openers.filter((one) => one !== seat),
      handSizes: this.handSizes.map((size, one) => (one === seat ? 0 : size)),
      bagSize: this.bagSize + this.handSizes[seat],
      mover: seat === this.mover ? this.#next() : this.mover,
    });
    if (left.turnOrder.length === 1) return left.#ended("departed");
    return this.opening === null ? left : left.#openedByFirst();
  }

  /** The position when the mover's turn is passed over (R14). */
  passedOver() {
    const after = this.#withoutPlay(0);
    if (this.opening === null) return after;
    const [late, ...others] = this.openers;
    return after.#with({ openers: [...others, late] }).#openedByFirst();
  }

  #openedByFirst() {
    const [mover] = this.openers;
    return this.#with({ mover, opening: this.claims[mover] });
  }

  afterPlay(placements) {
    this.#checkGoingOn();
    if (this.opening !== null) this.#checkOpening(placements);
    const held = this.handSizes[this.mover];
    if (placements.length > held) throw new Breach("R4.2", `a hand of ${held}`);
    const points = judgePlay(this.board, placements);
    const placed = this.#with({
      board: this.board.placing(placements),
      scores: this.#ofMover(this.scores, points),
      handSizes: this.#ofMover(this.handSizes, -placements.length),
      mover: this.#next(),
      opening: null,
      turnsWithoutPlay: 0,
    });
    const left = held - placements.length;
    if (left === 0 && this.bagSize === 0) {
      return placed.#with({ scores: this.#ofMover(placed.scores, BONUS) }).#ended("went-out");
    }
    if (!placed.board.fits(placed.#unplaced())) return placed.#ended("nothing-fits");
    const drawn = Math.min(HAND_SIZE - left, this.bagSize);
    return placed.#with({
      handSizes: this.#ofMover(placed.handSizes, drawn),
      bagSize: this.bagSize - drawn,
      drawn,
    });
  }

  afterSwap(count) {
    this.#checkGoingOn();
    this.#checkOpened();
    const held = this.handSizes[this.mover];
    if (this.bagSize === 0) throw new Breach("R7.1", "a swap with an empty bag");
    if (count < 1 || count > held) throw new Breach("R7.2", `${count} tiles of a hand of ${held}`);
    if (count > this.bagSize) throw new Breach("R7.3", `${this.bagSize} tiles in the bag`);
    return this.#withoutPlay(count);
  }

  afterPass() {
    this.#checkGoingOn();
    this.#checkOpened();
    if (this.bagSize > 0) throw new Breach("R8.1", `${this.bagSize} tiles in the bag`);
    return this.#withoutPlay(0);
  }

  #withoutPlay(drawn) {
    const turnsWithoutPlay = this.turnsWithoutPlay + 1;
    const moved = this.#with({ mover: this.#next(), turnsWithoutPlay, drawn });
    const isStalled = turnsWithoutPlay >= STALL_ROUNDS * this.turnOrder.length;
    return this.stallGuard && isStalled ? moved.#ended("stalled") : moved;
  }

  #checkGoingOn() {
    if (this.outcome !== null) throw new Breach("R10.1", "the game is over");
  }

  #checkOpened() {
    if (this.opening !== null) throw new Breach("R3.2", "the opener neither swaps nor passes");
  }

  #checkOpening(placements) {
    if (placements.length !== this.opening) {
      throw new Breach("R3.3", `${placements.length} tiles after a claim of ${this.opening}`);
    }
    if (!placements.some(({ x, y }) => x === 0 && y === 0)) {
      throw new Breach("R3.4", "the opening does not cover 0,0");
    }
  }

  /** The faces of which the board holds fewer than three tiles. */
  #unplaced() {
    const faces = Array.from({ length: FACE_COUNT }, (_, face) => face);
    return faces.filter((face) => this.board.countOf(face) < COPIES);
  }

  #next() {
    const place = this.turnOrder.indexOf(this.mover);
    return this.turnOrder[(place + 1) % this.turnOrder.length];
  }

  #ofMover(bySeat, more) {
    return bySeat.map((number, seat) => (seat === this.mover ? number + more : number));
  }

  #ended(ending) {
    const there = [...this.turnOrder].sort((left, right) => left - right);
    const highest = Math.max(...there.map((seat) => this.scores[seat]));
    const winners = there.filter((seat) => this.scores[seat] === highest);
    return this.#with({ drawn: 0, outcome: { ending, winners } });
  }

  #with(fields) {
    return new Position({ ...this, ...fields });
  }
}

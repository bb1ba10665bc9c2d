/** What becomes of a game that a seat leaves, and of the bag without its key (T12, T13, B11). */
import { Kind, readNothing, readShares, readShuffle } from "./bodies.js";
import { Collapse, translating } from "./breach.js";
import { veil } from "./hidden.js";
import { Position } from "./position.js";
import { jointKeyOf } from "./proofs.js";
import { matchTags, verifyBlinding, verifyTagShares, withoutShare } from "./rebuild.js";
import { verifyShuffle } from "./shuffle.js";
import { placeOf } from "./standing.js";
import { Bag, maskElements, tileElements } from "./tiles.js";

/** The phases in which the bag is rebuilt. */
export const REBUILD = {
  reshuffle: {
    speaks: ({ living, turns }, seat) => seat === living[turns],
    kinds: [Kind.SHUFFLE],
    check(standing, seat, { body }) {
      const { tiles, argument } = readShuffle(body);
      const { jointKey, bag } = standing;
      return verifyShuffle(jointKey, bag.tiles, tiles, argument, placeOf(standing, seat));
    },
    fold(standing, [tiles]) {
      const { living, turns } = standing;
      const bag = standing.bag.shuffled(tiles);
      if (turns + 1 < living.length) return { bag, turns: turns + 1 };
      const held = inHands(standing);
      const phase = held.length > 0 ? "blind" : "rebuilt";
      return { phase, bag, turns: 0, listed: [...held, ...bag.tiles] };
    },
  },
  blind: {
    speaks: ({ living, turns }, seat) => seat === living[turns],
    kinds: [Kind.BLIND],
    check(standing, seat, { body }) {
      const { listed, used } = standing;
      return verifyBlinding(listed, readShares(body), placeOf(standing, seat), used);
    },
    fold({ living, turns, used }, [{ blinded, key }]) {
      const phase = turns + 1 < living.length ? "blind" : "blinded";
      return { phase, turns: turns + 1, listed: blinded, used: [...used, key] };
    },
  },
  blinded: {
    speaks: () => true,
    kinds: [Kind.READY],
    check: (_standing, _seat, { body }) => readNothing(body),
    fold: () => ({ phase: "tags" }),
  },
  tags: {
    speaks: () => true,
    kinds: [Kind.TAGS],
    check(standing, seat, { body }) {
      const share = standing.keyShares[seat];
      return verifyTagShares(share, standing.listed, readShares(body), placeOf(standing, seat));
    },
    fold: foldTags,
  },
  rebuilt: {
    speaks: () => true,
    kinds: [Kind.READY],
    check: (_standing, _seat, { body }) => readNothing(body),
    fold({ then, bag, position }) {
      if (then !== "draw") return { phase: then };
      const [drawing, rest] = bag.draw(position.drawn);
      return { phase: then, drawing, bag: rest };
    },
  },
};

/** The fields of a standing that change when `seats` are gone on without. */
export function goneOnWithout(standing, seats) {
  const living = standing.living.filter((seat) => !seats.includes(seat));
  const jointKey = collapsing(() => jointKeyOf(living.map((seat) => standing.keyShares[seat])));
  const { phase, silent } = standing;
  if (phase === "seal" || phase === "keys") {
    return { living, jointKey, silent: [...silent, ...seats] };
  }
  const hands = standing.hands.map((hand, seat) =>
    living.includes(seat) ? rekeyed(hand, seats) : [],
  );
  const turnOrder = standing.turnOrder.filter((seat) => !seats.includes(seat));
  const position = positionWithout(standing, seats, living);
  const left = { ...standing, living, jointKey, hands, turnOrder, position };
  if (living.length === 1) return { ...left, phase: "seal" };
  return { ...left, ...unbuilt(left, seats) };
}

function positionWithout({ position, turnOrder, hands }, seats, living) {
  if (position !== null) return seats.reduce((left, seat) => left.without(seat), position);
  return living.length === 1 ? Position.deserted(hands.length, living, turnOrder) : null;
}

/** The bag that has to be shuffled, and what it is for. */
function unbuilt(left, seats) {
  const { living, phase, bag, played, jointKey, hands, drawer, position } = left;
  const unplaced = tileElements().filter((_, number) => !played.has(number));
  const next = new Bag(bag.number + 1, 0, maskElements(jointKey, unplaced));
  const begun = { bag: next, shuffles: 0, turns: 0, drawing: [] };
  if (position === null && hands.every((hand) => hand.length === 0)) {
    return { ...begun, phase: "shuffle", aside: [] };
  }
  const due = phase in REBUILD ? left.then : phase;
  let then = "turn";
  if (due === "pledge" || due === "claim" || (due === "draw" && living.includes(drawer))) then = due;
  const aside = then === "draw" ? rekeyed(left.aside, seats) : [];
  return { ...begun, phase: "reshuffle", then, aside };
}

/** The tiles of living hands, by seat and slot; those put aside among them. */
function inHands({ living, hands, aside, drawer }) {
  return living.flatMap((seat) => {
    const hand = [...hands[seat], ...(seat === drawer ? aside : [])];
    hand.sort((left, right) => left.bag - right.bag || left.index - right.index);
    return hand.map(({ tile }) => tile);
  });
}

function foldTags(standing, said) {
  const { listed, bag } = standing;
  const hands = inHands(standing).length;
  const tags = listed.map((tile, place) => {
    const shares = said.map((given, giver) => [giver, given[place]]);
    return veil({ tile }, shares).veiled;
  });
  const out = collapsing(() => matchTags(tags, hands));
  const left = bag.tiles.filter((_, place) => !out.has(place));
  return { phase: "rebuilt", bag: new Bag(bag.number, 0, left), listed: [] };
}

/** Tiles under the joint key of those who stay. */
function rekeyed(tiles, seats) {
  return tiles.map((held) => {
    const tile = seats.reduce(
      (left, seat) =>
        translating(
          () => withoutShare(left, held.shares.get(seat)),
          ({ detail }) => new Collapse("T8.1", detail),
        ),
      held.tile,
    );
    return { ...held, tile };
  });
}

function collapsing(work) {
  return translating(work, ({ clause, detail }) => new Collapse(clause, detail));
}

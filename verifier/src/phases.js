/**
 * What each phase admits, what is checked of an entry, and what a complete step comes to (T2 to T9).
 *
 * `check` judges an entry by the last complete step alone and gives what it says; `fold` gives the
 * fields of the standing that change, from what was said by seat.
 */
import { Breach, Collapse, translating } from "./breach.js";
import { compareBytes, equalBytes } from "./bytes.js";
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
} from "./bodies.js";
import { COPIES } from "./board.js";
import { REBUILD } from "./departure.js";
import { decodeElement, decodeScalar } from "./group.js";
import { heldIn, openHeld, veil } from "./hidden.js";
import { HAND_SIZE, Position, checkClaimSize } from "./position.js";
import { checkSecret, jointKeyOf, verifyPossession, verifyShares } from "./proofs.js";
import { labelledHash } from "./record.js";
import { verifyShuffle } from "./shuffle.js";
import { bySeat, placeOf } from "./standing.js";
import { Bag, firstBag } from "./tiles.js";

const everybody = () => true;

export const PHASES = {
  charter: {
    speaks: everybody,
    kinds: [Kind.CHARTER],
    check({ charter }, _seat, { body }) {
      if (!equalBytes(body, charter.body)) throw new Breach("T1.6", "another charter");
    },
    fold: () => ({ phase: "commit" }),
  },
  commit: {
    speaks: everybody,
    kinds: [Kind.COMMIT],
    check: (_standing, _seat, { body }) => readHash(body),
    fold: ({ step, digest }, commitments) => ({
      phase: "reveal",
      commitments,
      committedIn: { step, digest },
    }),
  },
  reveal: {
    speaks: everybody,
    kinds: [Kind.REVEAL],
    check: checkReveal,
    fold: foldReveal,
  },
  shuffle: {
    speaks: ({ living, shuffles }, seat) => seat === living[shuffles],
    kinds: [Kind.SHUFFLE],
    check(standing, seat, { body }) {
      const { tiles, argument } = readShuffle(body);
      const { jointKey, bag } = standing;
      return verifyShuffle(jointKey, bag.tiles, tiles, argument, placeOf(standing, seat));
    },
    fold({ living, bag, shuffles }, [tiles]) {
      const phase = shuffles + 1 < living.length ? "shuffle" : "ready";
      return { phase, bag: bag.shuffled(tiles), shuffles: shuffles + 1 };
    },
  },
  ready: {
    speaks: everybody,
    kinds: [Kind.READY],
    check: (_standing, _seat, { body }) => readNothing(body),
    fold: (standing) => (standing.position === null ? deal(standing) : { phase: "turn" }),
  },
  deal: {
    speaks: everybody,
    kinds: [Kind.DEAL],
    check: (standing, seat, { body }) =>
      checkShares(standing, seat, dealtToOthers(standing, seat), readShares(body)),
    fold: foldDeal,
  },
  pledge: {
    speaks: everybody,
    kinds: [Kind.PLEDGE],
    check: (_standing, _seat, { body }) => readHash(body),
    fold: (standing, pledges) => ({ phase: "claim", pledges: bySeat(standing, pledges) }),
  },
  claim: {
    speaks: everybody,
    kinds: [Kind.CLAIM],
    check: checkClaim,
    fold(standing, said) {
      const { charter, turnOrder } = standing;
      const claims = bySeat(standing, said);
      const ages = charter.players.map(({ age }) => age);
      const { stallGuard } = charter;
      return { phase: "turn", position: Position.start({ turnOrder, claims, ages, stallGuard }) };
    },
  },
  turn: {
    speaks: ({ position }, seat) => seat === position.mover,
    kinds: [Kind.PLAY, Kind.SWAP, Kind.PASS],
    check(standing, seat, { kind, body }) {
      if (kind === Kind.PLAY) return checkPlay(standing, seat, readPlay(body));
      if (kind === Kind.SWAP) return checkSwap(standing, seat, readSwap(body));
      readNothing(body);
      return { held: [], numbers: [], aside: [], position: standing.position.afterPass() };
    },
    fold: foldTurn,
  },
  draw: {
    speaks: ({ drawer }, seat) => seat !== drawer,
    kinds: [Kind.DRAW],
    check: (standing, seat, { body }) =>
      checkShares(standing, seat, standing.drawing, readShares(body)),
    fold: foldDraw,
  },
  seal: {
    speaks: everybody,
    kinds: [Kind.SEAL],
    check({ position: { scores } }, _seat, { body }) {
      const sealed = readSeal(body, scores.length);
      if (sealed.some((score, seat) => score !== scores[seat])) {
        throw new Breach("T9.1", `sealed ${sealed}, played ${scores}`);
      }
    },
    fold: () => ({ phase: "keys" }),
  },
  keys: {
    speaks: everybody,
    kinds: [Kind.KEYS],
    check({ keyShares }, seat, { body }) {
      const encoded = readKeys(body);
      if (encoded === null) return null;
      const secret = decodeScalar(encoded);
      checkSecret(secret, keyShares[seat]);
      return secret;
    },
    fold: (standing, opened) => ({ phase: "over", opened: bySeat(standing, opened) }),
  },
  ...REBUILD,
  over: { speaks: () => false, kinds: [] },
};

function checkShares(standing, seat, drawn, encoded) {
  return verifyShares(standing.keyShares[seat], drawn, encoded, placeOf(standing, seat));
}

function checkReveal(standing, seat, { body }) {
  const { keyShare, possession, coinNonce } = readReveal(body);
  const { game } = standing.charter;
  const committed = labelledHash("p2pqwirkle/1 commit", game, Uint8Array.of(seat), body);
  if (!equalBytes(committed, standing.commitments[seat])) {
    throw new Breach("T3.1", "the opening is not what was committed to");
  }
  const share = decodeElement(keyShare);
  const place = placeOf({ ...standing, ...standing.committedIn, living: [] }, seat);
  verifyPossession(share, possession, { ...place, jointKey: null });
  return { share, coinNonce };
}

function foldReveal({ charter }, said) {
  const keyShares = said.map(({ share }) => share);
  const jointKey = translating(
    () => jointKeyOf(keyShares),
    ({ clause, detail }) => new Collapse(clause, detail),
  );
  const nonces = said.map(({ coinNonce }) => coinNonce);
  const turnOrder = turnOrderOf(charter.game, nonces);
  const bag = new Bag(0, 0, firstBag(jointKey));
  const hands = said.map(() => []);
  return { phase: "shuffle", keyShares, jointKey, turnOrder, bag, hands, shuffles: 0 };
}

export function turnOrderOf(game, nonces) {
  const coin = labelledHash("p2pqwirkle/1 coin", game, ...nonces);
  return nonces
    .map((_, seat) => ({
      seat,
      ticket: labelledHash("p2pqwirkle/1 turn order", coin, Uint8Array.of(seat)),
    }))
    .sort((left, right) => compareBytes(left.ticket, right.ticket))
    .map(({ seat }) => seat);
}

function deal({ living, bag }) {
  let left = bag;
  const dealt = living.map(() => {
    const [hand, rest] = left.draw(HAND_SIZE);
    left = rest;
    return hand;
  });
  return { phase: "deal", bag: left, dealt };
}

function dealtToOthers({ dealt, living }, seat) {
  return dealt.flatMap((hand, place) => (living[place] === seat ? [] : hand));
}

function foldDeal(standing, said) {
  const { living, dealt } = standing;
  const shares = said.map((given, place) => {
    const slots = dealtToOthers(standing, living[place]);
    return new Map(given.map((share, slot) => [slots[slot], share]));
  });
  const hands = dealt.map((hand, owner) =>
    hand.map((drawn) => {
      const others = living.map((seat, place) => [seat, shares[place].get(drawn)]);
      return veil(
        drawn,
        others.filter((_, place) => place !== owner),
      );
    }),
  );
  return { phase: "pledge", hands: bySeat(standing, hands).map((hand) => hand ?? []) };
}

function checkClaim({ charter, pledges }, seat, { body }) {
  const { size, salt } = readClaim(body);
  const [who, what] = [Uint8Array.of(seat), Uint8Array.of(size)];
  const pledged = labelledHash("p2pqwirkle/1 pledge", charter.game, who, what, salt);
  if (!equalBytes(pledged, pledges[seat])) {
    throw new Breach("T6.1", "the claim is not what was pledged");
  }
  checkClaimSize(size);
  return size;
}

function checkPlay(standing, seat, { slots, cells, shares: encoded }) {
  const held = heldIn(standing.hands[seat], slots);
  const shares = checkShares(standing, seat, held, encoded);
  const numbers = openHeld(held, shares, standing.played);
  const placements = cells.map(({ x, y }, place) => ({ x, y, face: faceOf(numbers[place]) }));
  return { held, numbers, aside: [], position: standing.position.afterPlay(placements) };
}

function checkSwap(standing, seat, slots) {
  const held = heldIn(standing.hands[seat], slots);
  return { held, numbers: [], aside: held, position: standing.position.afterSwap(held.length) };
}

function foldTurn({ position: { mover }, hands, bag, played }, [move]) {
  const { held, numbers, aside, position } = move;
  const [drawing, rest] = bag.draw(position.drawn);
  const kept = hands[mover].filter((one) => !held.includes(one));
  let phase = position.drawn > 0 ? "draw" : "turn";
  if (position.outcome !== null) phase = "seal";
  return {
    phase,
    position,
    bag: rest,
    hands: hands.map((hand, seat) => (seat === mover ? kept : hand)),
    played: new Set([...played, ...numbers]),
    drawing,
    drawer: mover,
    aside,
  };
}

function foldDraw({ living, drawer, drawing, hands, bag, aside }, said) {
  const givers = living.filter((seat) => seat !== drawer);
  const fresh = drawing.map((drawn, place) => {
    const shares = givers.map((giver, index) => [giver, said[index][place]]);
    return veil(drawn, shares);
  });
  // All that is drawn now has a higher slot than what is in the hand.
  const received = hands.map((hand, seat) => (seat === drawer ? [...hand, ...fresh] : hand));
  if (aside.length === 0) return { phase: "turn", hands: received, drawing: [] };
  return {
    phase: "shuffle",
    hands: received,
    bag: bag.joined(aside.map(({ tile }) => tile)),
    drawing: [],
    aside: [],
    shuffles: 0,
  };
}

/** The face of a tile element (T7). */
export function faceOf(number) {
  return Math.floor(number / COPIES);
}

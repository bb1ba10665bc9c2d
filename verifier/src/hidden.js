/** Joint key, bag and hands: who holds which slots, and what the others have shown of them. */
import { Breach, Collapse, translating } from "./breach.js";
import { keyOf, multiply } from "./group.js";
import { TILE_COUNT, tileElements, unmask } from "./tiles.js";

let numbers = null;

/** Which of the tile elements a point is; undefined if it is none. */
function numberOf(point) {
  numbers ??= new Map(tileElements().map((element, number) => [keyOf(element), number]));
  return numbers.get(keyOf(point));
}

/** A drawn tile without the masks of all seats but its owner's, who are given with their shares. */
export function veil(drawn, sharesOfOthers) {
  const shares = new Map(sharesOfOthers);
  const veiled = translating(
    () => unmask(drawn.tile, [...shares.values()]),
    ({ detail }) => new Collapse("T8.1", detail),
  );
  return { ...drawn, veiled, shares };
}

/** The numbers of the elements under the owner's shares, in order (T8). */
export function openHeld(held, shares, onBoard) {
  const opened = new Set();
  for (const [place, { veiled }] of held.entries()) {
    const number = numberOf(veiled.subtract(shares[place]));
    if (number === undefined) throw new Collapse("T8.1", "an opened element is no tile");
    if (onBoard.has(number)) throw new Collapse("T8.2", "an opened element lies on the board");
    if (opened.has(number)) throw new Collapse("T8.3", "one element twice in a hand");
    opened.add(number);
  }
  return [...opened];
}

/** The numbers of the tiles in a hand, opened with its owner's secret (A3). */
export function openHand(hand, secret, onBoard) {
  const shares = hand.map(({ tile }) => multiply(secret, tile.a));
  return openHeld(hand, shares, onBoard);
}

/** The numbers of the tiles in a bag, opened with the secrets of all seats (A3). */
function openBag(tiles, secrets, onBoard) {
  return tiles.flatMap((tile) => {
    const [own, ...others] = secrets.map((secret) => multiply(secret, tile.a));
    return openHeld([veil({ tile }, others.entries())], [own], onBoard);
  });
}

/** The tiles of `slots` in a hand (T7). */
export function heldIn(hand, slots) {
  return slots.map(({ bag, index }) => {
    const held = hand.find((one) => one.bag === bag && one.index === index);
    if (held === undefined) throw new Breach("T7.3", `slot ${bag}, ${index} is not in the hand`);
    return held;
  });
}

/** Check that board, bag, hands and what was put aside are the tiles, each once (A3.1). */
export function checkTiles({ bag, hands, living, aside, drawer, played }, secrets) {
  const there = living.map((seat) => secrets[seat]);
  const found = [...played, ...openBag(bag.tiles, there, played)];
  living.forEach((seat) => found.push(...openHand(hands[seat], secrets[seat], played)));
  if (aside.length > 0) found.push(...openHand(aside, secrets[drawer], played));
  if (found.length !== TILE_COUNT || new Set(found).size !== TILE_COUNT) {
    throw new Collapse("A3.1", `${new Set(found).size} of ${TILE_COUNT} tiles`);
  }
}

/** Tile elements, masked tiles and the bag (B4). */
import { Breach } from "./breach.js";
import { BASE, SIZE, decodeElements, hashToElement } from "./group.js";

export const TILE_COUNT = 108;
export const MASKED_SIZE = 2 * SIZE;

let elements = null;

/** The elements that stand for the tiles, by number. */
export function tileElements() {
  elements ??= Array.from({ length: TILE_COUNT }, (_, number) =>
    hashToElement("p2pqwirkle/1 tile", number),
  );
  return elements;
}

/** Elements under masks of 1. */
export function maskElements(jointKey, elements) {
  return elements.map((element) => ({ a: BASE, b: element.add(jointKey) }));
}

/** All tiles by number, under masks of 1. */
export function firstBag(jointKey) {
  return maskElements(jointKey, tileElements());
}

/** Read `count` masked tiles. */
export function decodeTiles(encoded, count) {
  if (encoded.length !== MASKED_SIZE * count) {
    throw new Breach("B4.1", `${encoded.length} bytes for ${count} tiles`);
  }
  const points = decodeElements(encoded);
  return Array.from({ length: count }, (_, place) => ({
    a: points[2 * place],
    b: points[2 * place + 1],
  }));
}

/** A masked tile without the masks that the shares take off (B4). */
export function unmask({ b }, shares) {
  const left = shares.reduce((masked, share) => masked.subtract(share), b);
  if (left.is0()) throw new Breach("B1.8", "nothing is left under the masks");
  return left;
}

/** The components of masked tiles, one after another. */
export function componentsOf(tiles) {
  return tiles.flatMap(({ a, b }) => [a, b]);
}

/** What is hidden in the bag: its number, the index of the next draw, and the tiles left. */
export class Bag {
  constructor(number, next, tiles) {
    this.number = number;
    this.next = next;
    this.tiles = tiles;
  }

  /** The tiles of the lowest indices with their slots, and the bag without them. */
  draw(count) {
    const drawn = this.tiles
      .slice(0, count)
      .map((tile, place) => ({ bag: this.number, index: this.next + place, tile }));
    return [drawn, new Bag(this.number, this.next + count, this.tiles.slice(count))];
  }

  /** The next bag: what is left, then what was put aside. */
  joined(returned) {
    return new Bag(this.number + 1, 0, [...this.tiles, ...returned]);
  }

  shuffled(tiles) {
    return new Bag(this.number, this.next, tiles);
  }
}

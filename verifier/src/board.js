/** Faces, cells and lines on the table (R1, R4 to R6). */
import { Breach } from "./breach.js";

export const FACE_COUNT = 36;
export const COPIES = 3;
export const ATTRIBUTES = 6;
const QWIRKLE = 6;
const COLOURS = "roygbp";
const SHAPES = "osdtcx";
const [ACROSS, DOWN] = [
  [1, 0],
  [0, 1],
];

export const colourOf = (face) => Math.floor(face / ATTRIBUTES);
export const shapeOf = (face) => face % ATTRIBUTES;

/** The text of a face: colour letter, then shape letter (R12). */
export function formatFace(face) {
  return COLOURS[colourOf(face)] + SHAPES[shapeOf(face)];
}

/** The face with this text. */
export function parseFace(text) {
  return ATTRIBUTES * COLOURS.indexOf(text[0]) + SHAPES.indexOf(text[1]);
}

/** How many different faces of `hand` share one attribute at most (R3). */
export function largestSet(hand) {
  const different = [...new Set(hand)];
  const sizes = Array.from({ length: ATTRIBUTES }, (_, value) => [
    different.filter((face) => colourOf(face) === value).length,
    different.filter((face) => shapeOf(face) === value).length,
  ]);
  return Math.max(...sizes.flat());
}

/** The tiles on the table; a value: placing gives another board. */
export class Board {
  constructor(faces = new Map()) {
    this.faces = faces;
  }

  static key(x, y) {
    return `${x},${y}`;
  }

  get isEmpty() {
    return this.faces.size === 0;
  }

  faceAt(x, y) {
    return this.faces.get(Board.key(x, y));
  }

  /** The board with `placements`, each `{x, y, face}`. */
  placing(placements) {
    const placed = placements.map(({ x, y, face }) => [Board.key(x, y), face]);
    return new Board(new Map([...this.faces, ...placed]));
  }

  touches({ x, y }) {
    return [ACROSS, DOWN].some(
      ([dx, dy]) =>
        this.faceAt(x + dx, y + dy) !== undefined || this.faceAt(x - dx, y - dy) !== undefined,
    );
  }

  /** The run through a cell on one axis, and the cell where it begins. */
  run({ x, y }, [dx, dy]) {
    let [left, top] = [x, y];
    while (this.faceAt(left - dx, top - dy) !== undefined) {
      left -= dx;
      top -= dy;
    }
    const faces = [];
    for (let [i, j] = [left, top]; this.faceAt(i, j) !== undefined; i += dx, j += dy) {
      faces.push(this.faceAt(i, j));
    }
    return { begin: `${dx ? "across" : "down"} ${Board.key(left, top)}`, faces };
  }

  /** The different runs of two or more that hold one of `placements`, which lie on this board. */
  runsThrough(placements) {
    const runs = new Map();
    for (const placement of placements) {
      for (const axis of [ACROSS, DOWN]) {
        const { begin, faces } = this.run(placement, axis);
        if (faces.length > 1) runs.set(begin, faces);
      }
    }
    return [...runs.values()];
  }

  countOf(face) {
    return [...this.faces.values()].filter((placed) => placed === face).length;
  }

  /** The empty cells that touch a tile; of an empty board the middle. */
  gaps() {
    if (this.isEmpty) return [{ x: 0, y: 0 }];
    const gaps = new Map();
    for (const cell of this.faces.keys()) {
      const [x, y] = cell.split(",").map(Number);
      for (const [i, j] of [
        [x + 1, y],
        [x - 1, y],
        [x, y + 1],
        [x, y - 1],
      ]) {
        if (this.faceAt(i, j) === undefined) gaps.set(Board.key(i, j), { x: i, y: j });
      }
    }
    return [...gaps.values()];
  }

  /** Whether one of `faces` can be placed alone. */
  fits(faces) {
    const different = [...new Set(faces)];
    return this.gaps().some((cell) =>
      different.some((face) => {
        const placements = [{ ...cell, face }];
        return areLines(this.placing(placements).runsThrough(placements));
      }),
    );
  }
}

function isLine(faces) {
  return (
    new Set(faces).size === faces.length &&
    (new Set(faces.map(colourOf)).size === 1 || new Set(faces.map(shapeOf)).size === 1)
  );
}

function areLines(runs) {
  return runs.every(isLine);
}

/** Check a play against the board alone (R4, R1.1, R5); gives its score (R6). */
export function judgePlay(board, placements) {
  if (placements.length < 1 || placements.length > QWIRKLE) {
    throw new Breach("R4.1", `${placements.length} tiles placed`);
  }
  checkCells(board, placements);
  const after = board.placing(placements);
  for (const { face } of placements) {
    if (after.countOf(face) > COPIES) throw new Breach("R1.1", "more than three tiles of a face");
  }
  const runs = after.runsThrough(placements);
  if (runs.some((faces) => new Set(faces).size < faces.length)) {
    throw new Breach("R5.1", "a line holds a face twice");
  }
  if (!areLines(runs)) throw new Breach("R5.2", "a line has neither one colour nor one shape");
  return scoreOf(runs);
}

function scoreOf(runs) {
  if (runs.length === 0) return 1;
  return runs.reduce(
    (points, { length }) => points + length + (length === QWIRKLE ? QWIRKLE : 0),
    0,
  );
}

function checkCells(board, placements) {
  const cells = new Set(placements.map(({ x, y }) => Board.key(x, y)));
  if (cells.size < placements.length) throw new Breach("R4.3", "two tiles on one cell");
  if (placements.some(({ x, y }) => board.faceAt(x, y) !== undefined)) {
    throw new Breach("R4.4", "a tile on a tile");
  }
  const [columns, rows] = [placements.map(({ x }) => x), placements.map(({ y }) => y)];
  const [isRow, isColumn] = [new Set(rows).size === 1, new Set(columns).size === 1];
  if (!isRow && !isColumn) throw new Breach("R4.5", "neither one row nor one column");
  checkUnbroken(board.placing(placements), columns, rows);
  if (!board.isEmpty && !placements.some((placement) => board.touches(placement))) {
    throw new Breach("R4.7", "no placed tile touches the board");
  }
}

function checkUnbroken(after, columns, rows) {
  for (let x = Math.min(...columns); x <= Math.max(...columns); x += 1) {
    for (let y = Math.min(...rows); y <= Math.max(...rows); y += 1) {
      if (after.faceAt(x, y) === undefined) throw new Breach("R4.6", "an empty cell in between");
    }
  }
}

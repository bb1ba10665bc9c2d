/** A value breaks a numbered clause of the protocol; it does not know who did it. */
export class Breach extends Error {
  /**
   * @param {string} clause the clause's number in `protocol/`, for example "R5.2"
   * @param {string} detail what was found, and what the clause expects
   */
  constructor(clause, detail) {
    super(`${clause}: ${detail}`);
    this.clause = clause;
    this.detail = detail;
  }
}

/** A clause is broken although every proof before it holds: nobody can be held to it (T8). */
export class Collapse extends Breach {}

/** Run `work`; a breach in it becomes what `translate` makes of it. */
export function translating(work, translate) {
  try {
    return work();
  } catch (error) {
    if (error instanceof Breach) throw translate(error);
    throw error;
  }
}

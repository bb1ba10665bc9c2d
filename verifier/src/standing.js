/** What steps and phases ask of a standing: who is where, by seat. */

/** Where a proof of `seat` in the open step stands (B2). */
export function placeOf({ charter, step, digest, keyShares, jointKey, living }, seat) {
  return {
    game: charter.game,
    step,
    digest,
    seat,
    identities: charter.players.map(({ identity }) => identity),
    keyShares: living.map((one) => [one, keyShares[one]]),
    jointKey,
  };
}

/** What the living seats have said, by seat; null for those that have left. */
export function bySeat({ charter, living }, said) {
  return charter.players.map((_, seat) => said[living.indexOf(seat)] ?? null);
}

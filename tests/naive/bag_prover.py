"""The proofs of protocol/bag.md, made a second time: the same secrets must give the same bytes."""

import hmac
import operator
from collections.abc import Sequence

from tests.naive.bag import (
    Dleq,
    Preamble,
    Tile,
    absorb,
    absorb_points,
    begin,
    chain_start,
    challenge,
    decode_element,
    encode_scalar,
    encode_tiles,
    frame,
    generators,
    reduce,
    remask_transcript,
    shares_transcript,
    shuffle_transcript,
    transcript,
    u64,
)
from tests.naive.curve import BASE, Point, Q, add, combine, encode, multiply, subtract


def derive_bytes(seed: bytes, state: bytes, purpose: bytes, i: int) -> bytes:
    return hmac.digest(seed, state + frame(purpose, u64(i)), "sha512")


def derive(seed: bytes, state: bytes, purpose: bytes, i: int = 0) -> int:
    return reduce(derive_bytes(seed, state, purpose, i))


def secret_key(seed: bytes, game: bytes) -> int:
    return derive(
        seed, absorb(transcript(b"p2pqwirkle/1 secret key"), b"game", game), b"secret key"
    )


def prove_possession(where: Preamble, seed: bytes) -> bytes:
    x = secret_key(seed, where.game)
    share = encode(multiply(x, BASE))
    state = absorb(begin(b"p2pqwirkle/1 possession", where), b"key share", share)
    k = derive(seed, state, b"nonce")
    c = challenge(absorb_points(state, b"commitment", [multiply(k, BASE)]))
    return encode_scalar(c) + encode_scalar((k + c * x) % Q)


def prove_dleq(
    state: bytes, x: int, bases: Sequence[Point], images: Sequence[Point], seed: bytes
) -> bytes:
    dleq = Dleq.of(state, multiply(x, BASE), bases, images)
    k = derive(seed, dleq.state, b"nonce")
    c = dleq.challenge(multiply(k, BASE), multiply(k, dleq.base))
    return encode_scalar(c) + encode_scalar((k + c * x) % Q)


def prove_shares(
    where: Preamble, slots: Sequence[tuple[int, int]], tiles: Sequence[Tile], seed: bytes
) -> bytes:
    x = secret_key(seed, where.game)
    bases = [a for a, _ in tiles]
    images = [multiply(x, a) for a in bases]
    state = shares_transcript(where, slots, tiles)
    return b"".join(map(encode, images)) + prove_dleq(state, x, bases, images, seed)


def prove_shuffle(where: Preamble, inputs: Sequence[Tile], seed: bytes) -> tuple[bytes, bytes]:
    """The outputs and the argument."""
    n, key = len(inputs), decode_element(where.joint_key)
    w = absorb(begin(b"p2pqwirkle/1 witness", where), b"key", where.joint_key)
    w = absorb(w, b"inputs", encode_tiles(inputs))
    p = permutation(seed, w, n)
    r = [derive(seed, w, b"mask", i) for i in range(n)]
    outputs = [
        (add(inputs[p[i]][0], multiply(r[i], BASE)), add(inputs[p[i]][1], multiply(r[i], key)))
        for i in range(n)
    ]
    if n == 1:
        state = remask_transcript(where, where.joint_key, inputs, outputs)
        image = subtract(outputs[0][1], inputs[0][1])
        return encode_tiles(outputs), prove_dleq(state, r[0], [key], [image], seed)
    return encode_tiles(outputs), argue(where, inputs, outputs, (p, r), seed)


def permutation(seed: bytes, state: bytes, n: int) -> list[int]:
    p = list(range(n))
    for i in range(n - 1, 0, -1):
        drawn = int.from_bytes(derive_bytes(seed, state, b"permutation", i), "little")
        j = drawn % (i + 1)
        p[i], p[j] = p[j], p[i]
    return p


def argue(
    where: Preamble,
    inputs: Sequence[Tile],
    outputs: Sequence[Tile],
    witness: tuple[list[int], list[int]],
    seed: bytes,
) -> bytes:
    p, r = witness
    n, key, h, hs = len(inputs), decode_element(where.joint_key), chain_start(), generators(len(p))
    t0 = shuffle_transcript(where, where.joint_key, inputs, outputs)
    t = [derive(seed, t0, b"commitment", j) for j in range(n)]
    commitment = [add(multiply(t[j], BASE), hs[p.index(j)]) for j in range(n)]
    t1 = absorb_points(t0, b"permutation", commitment)
    u = [challenge(t1, j) for j in range(n)]
    v = [u[p[i]] for i in range(n)]

    blinds = [derive(seed, t1, b"chain", i) for i in range(n)]
    chain, y = [h], 0
    for i in range(n):
        chain.append(combine([blinds[i], v[i]], [BASE, chain[i]]))
        y = (blinds[i] + v[i] * y) % Q
    t2 = absorb_points(t1, b"chain", chain[1:])

    k1, k2, k3, k4, *rest = (derive(seed, t2, b"nonce", i) for i in range(4 + 2 * n))
    e, f = rest[:n], rest[n:]
    commitments = [
        multiply(k1, BASE),
        multiply(k2, BASE),
        combine([k3, *f], [BASE, *hs]),
        combine([k4, *f], [BASE, *(a for a, _ in outputs)]),
        combine([k4, *f], [key, *(b for _, b in outputs)]),
        *(combine([e[i], f[i]], [BASE, chain[i]]) for i in range(n)),
    ]
    c = challenge(absorb_points(t2, b"commitments", commitments))
    scalars = [
        c,
        k1 + c * sum(t),
        k2 + c * y,
        k3 + c * sum(map(operator.mul, t, u)),
        k4 - c * sum(map(operator.mul, r, v)),
        *(e[i] + c * blinds[i] for i in range(n)),
        *(f[i] + c * v[i] for i in range(n)),
    ]
    elements = b"".join(map(encode, [*commitment, *chain[1:]]))
    return elements + b"".join(encode_scalar(scalar % Q) for scalar in scalars)

"""Forged proofs of decryption shares.

Each forgery is accepted by a verifier that is weak in one way and refused by the real one: so the
test can fail, and the check it is about is what stops it.
"""

from collections.abc import Iterator
from itertools import count, islice

from p2pqwirkle.bag.dleq import DleqProof, DleqStatement, prove_dleq, verify_dleq
from p2pqwirkle.bag.group import Scalar, residue
from p2pqwirkle.bag.transcript import Transcript
from p2pqwirkle.errors import Breach
from tests.bag.forging import DEAL, FULL, GROUP, SEED, R, divided, inverse, refused
from tests.bag.weak import Deaf, Short, Unweighted


class TestDecryptionShareLeftOutOfTheHash:
    """A prover who knows x picks its commitments first and the share that fits afterwards."""

    x = DEAL.secrets[0]
    base = GROUP.multiply_base(R[0])
    deaf = Deaf.to(FULL, b"images")

    def forge(self, transcript: Transcript) -> tuple[DleqStatement, DleqProof]:
        image = GROUP.multiply_base(self.x)
        state = transcript.absorbing(b"image", image).absorbing_elements(b"bases", [self.base])
        folded = GROUP.multiply(state.weight(GROUP, 0), self.base)
        commitments = (GROUP.multiply_base(R[1]), GROUP.multiply(R[2], folded))
        challenge = state.absorbing_elements(b"commitments", commitments).challenge(GROUP)
        response = residue(GROUP, R[1] + challenge * self.x)
        share = divided(GROUP.multiply(residue(GROUP, response - R[2]), self.base), challenge)
        return DleqStatement(image, (self.base,), (share,)), DleqProof(challenge, response)

    def test_a_wrong_share_passes_where_it_is_left_out(self) -> None:
        statement, proof = self.forge(self.deaf)

        verify_dleq(GROUP, statement, proof, self.deaf)

        assert statement.images != (GROUP.multiply(self.x, self.base),)

    def test_it_does_not_pass(self) -> None:
        statement, proof = self.forge(FULL)

        assert refused(lambda: verify_dleq(GROUP, statement, proof, FULL)) == "B5.2"


class TestErrorsThatCancel:
    """One share is too high by what the next is too low."""

    x = DEAL.secrets[0]
    bases = (GROUP.multiply_base(R[0]), GROUP.multiply_base(R[1]))
    true = tuple(GROUP.multiply(DEAL.secrets[0], base) for base in bases)
    wrong = (GROUP.add(true[0], GROUP.base), GROUP.subtract(true[1], GROUP.base))
    statement = DleqStatement(DEAL.shares[0], bases, wrong)

    def test_they_pass_where_all_weights_are_one(self) -> None:
        weak = Unweighted(FULL.state)
        proof = prove_dleq(GROUP, self.statement, self.x, SEED, weak)

        verify_dleq(GROUP, self.statement, proof, weak)

    def test_they_do_not_pass(self) -> None:
        proof = prove_dleq(GROUP, self.statement, self.x, SEED, FULL)

        assert refused(lambda: verify_dleq(GROUP, self.statement, proof, FULL)) == "B5.2"


class TestShortChallenges:
    """Somebody without the secret guesses the challenge and tries until it comes."""

    bases = (GROUP.multiply_base(R[0]),)
    statement = DleqStatement(DEAL.shares[0], bases, (GROUP.multiply_base(R[1]),))

    def guesses(self) -> Iterator[DleqProof]:
        return (DleqProof(Scalar(7), residue(GROUP, attempt)) for attempt in count(1))

    def accepted(self, transcript: Transcript, proof: DleqProof) -> bool:
        try:
            verify_dleq(GROUP, self.statement, proof, transcript)
        except Breach:
            return False
        return True

    def test_with_eight_bits_a_guess_comes_true(self) -> None:
        guesses = islice(self.guesses(), 3000)

        assert any(self.accepted(Short(FULL.state), proof) for proof in guesses)

    def test_with_the_full_width_none_does(self) -> None:
        guesses = islice(self.guesses(), 3000)

        assert not any(self.accepted(FULL, proof) for proof in guesses)


class TestRepeatedNonces:
    """Two proofs with one nonce are two equations for two unknowns."""

    x = DEAL.secrets[0]

    def difference_quotient(self, one: DleqProof, two: DleqProof) -> int:
        responses, challenges = one.response - two.response, one.challenge - two.challenge
        return responses * inverse(challenges) % GROUP.order

    def test_they_give_the_secret_away(self) -> None:
        nonce = R[0]
        one, two = (
            DleqProof(challenge, residue(GROUP, nonce + challenge * self.x)) for challenge in R[1:3]
        )

        assert self.difference_quotient(one, two) == self.x

    def test_proofs_of_two_statements_do_not(self) -> None:
        bases = [GROUP.multiply_base(mask) for mask in R[:2]]
        one, two = (
            prove_dleq(
                GROUP,
                DleqStatement(DEAL.shares[0], (base,), (GROUP.multiply(self.x, base),)),
                self.x,
                SEED,
                FULL,
            )
            for base in bases
        )

        assert self.difference_quotient(one, two) != self.x

"""Checkpoints signed by a witness, on each engine; and two nodes of one record, a key each."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime
from uuid import uuid4

from ledger.proof.checkpoints import Checkpoints
from ledger.proof.checkpoints_made import listed_in
from ledger.proof.game_proof import KeptTree
from ledger.proof.witnesses import Witness
from ledger.record.events import record_id
from ledger.record.verify import verify
from tests.proof.a_witness import AWitness, served
from tests.store.conftest import NOW
from web.proofs.sending import AskingAWitness


def test_two_nodes_ask_the_same_witness_and_the_record_is_sound(venue, turn, tmp_path):
    stream, log = uuid4(), venue.open()
    with served(AWitness()) as (witness,):
        for number in (1, 2):
            log.append([turn(stream, number)])
            node = tmp_path / f"node{number}"
            node.mkdir()
            with closing(KeptTree(node, log.store)) as tree:
                checkpoints = Checkpoints(node, log, tree)
                made = checkpoints.make("asked", now=NOW)
                for key in checkpoints.keys:
                    witness.knows(str(key))
                named = Witness.read(witness.vkey, witness.address)
                asking = AskingAWitness(named, checkpoints, lambda: datetime.now(UTC))
                assert asking.waiting() == (made,)
                assert asking.ask(made) is None

    rows = listed_in(log.events_of(record_id()))
    assert [[one.name for one in row.witnesses] for row in rows] == [[witness.name]] * 2
    found = verify(log.store)
    assert [(one.name, one.checkpoints) for one in found.witnessed] == [(witness.name, 2)]
    assert [fault for fault in found.faults if fault.table == "checkpoint"] == []

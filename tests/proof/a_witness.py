"""Small witnesses over HTTP: one decides as the product's own does, one by a second reading.

The second shares no line with the product: it splits the body itself, checks our signature with its
own copy of the key, recomputes both roots from the proof, and remembers one size and root of each
log. Whatever either is asked, both must answer alike (``tests/proof/test_witness_decides.py``).
"""

from __future__ import annotations

import base64
import hashlib
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from ledger.proof.note import Checkpoint, Unreadable, Verifier
from ledger.proof.witnessing import decide, to_sign

NAME = "witness.example/w1"


def node(left, right):
    return hashlib.sha256(b"\x01" + left + right).digest()


def proves(first, first_root, second, second_root, proof):
    """RFC 9162, 2.1.4.2, step by step."""
    if first == second:
        return first_root == second_root and not proof
    if not proof:
        return False
    path = list(proof)
    if first & (first - 1) == 0:
        path.insert(0, first_root)
    fn, sn = first - 1, second - 1
    while fn & 1:
        fn >>= 1
        sn >>= 1
    fr = sr = path[0]
    for c in path[1:]:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            fr, sr = node(c, fr), node(c, sr)
            while not fn & 1 and fn:
                fn >>= 1
                sn >>= 1
        else:
            sr = node(sr, c)
        fn >>= 1
        sn >>= 1
    return fr == first_root and sr == second_root and sn == 0


class AWitness:
    """A witness with a key of its own, that decides as ``tilescribe witness`` does.

    Attributes:
      logs: the keys it knows of each log, by origin: 32 bytes each.
      seen: size and root it signed last, by origin.
      asked: the bodies it was sent, oldest first.
      lies: what it does instead of an answer: a function of handler and honest answer.
    """

    def __init__(self, name=NAME):
        self.name = name
        self.key = Ed25519PrivateKey.generate()
        self.logs, self.seen, self.asked = {}, {}, []
        self.lies = None

    @property
    def public(self):
        return self.key.public_key().public_bytes_raw()

    @property
    def vkey(self):
        told = b"\x04" + self.public
        key_id = hashlib.sha256(self.name.encode() + b"\n" + told).digest()[:4].hex()
        return f"{self.name}+{key_id}+{base64.b64encode(told).decode()}"

    def knows(self, vkey):
        """Let it know a log's key, as people hand it on."""
        name, _, told = vkey.split("+", 2)
        self.logs.setdefault(name, []).append(base64.b64decode(told)[1:])

    def answer(self, body):
        """Number, content type and text of the answer to a body."""
        try:
            asked = to_sign(body)
        except Unreadable as trouble:
            return 400, "text/plain", f"{trouble}\n"
        at = asked.checkpoint
        keys = [Verifier(at.origin, public) for public in self.logs.get(at.origin, ())]
        last = Checkpoint(at.origin, *self.seen[at.origin]) if at.origin in self.seen else None
        then = last.root if last and last.size == at.size else None
        decision = decide(asked, keys, last, then)
        if decision.status != 200:
            return decision.status, decision.kind, decision.says
        self.seen[at.origin] = at.size, at.root
        return 200, "text/plain", self.signs(asked.note.text)

    def signs(self, text, *, key=None, name=None, at=None):
        """Its line over a text; another key, name or time for who lies."""
        at, name, key = int(time.time()) if at is None else at, name or self.name, key or self.key
        told = name.encode() + b"\n\x04" + key.public_key().public_bytes_raw()
        signed = key.sign(f"cosignature/v1\ntime {at}\n{text}".encode())
        line = hashlib.sha256(told).digest()[:4] + at.to_bytes(8, "big") + signed
        return f"— {name} {base64.b64encode(line).decode()}\n"


class ASecondReading(AWitness):
    """The same witness, deciding by the protocol as it was read a second time."""

    def answer(self, body):
        head, _, note = body.partition(b"\n\n")
        first, *steps = head.decode().split("\n")
        word, _, old = first.partition(" ")
        if word != "old" or str(int(old)) != old:
            return 400, "text/plain", "bad old size\n"
        old, proof = int(old), [base64.b64decode(step, validate=True) for step in steps]
        text, _, signatures = note.decode().rpartition("\n\n")
        text += "\n"
        origin, size, root = text.split("\n")[:3]
        size, root = int(size), base64.b64decode(root)
        if origin not in self.logs:
            return 404, "text/plain", "unknown log\n"
        if not any(self.is_signed(text, line, origin) for line in signatures.splitlines()):
            return 403, "text/plain", "unknown key\n"
        if old > size or (old == 0 and proof):
            return 400, "text/plain", "bad old size\n"
        known, known_root = self.seen.get(origin, (0, hashlib.sha256(b"").digest()))
        if old != known:
            return 409, "text/x.tlog.size", f"{known}\n"
        if old == size and root != known_root:
            return 409, "text/plain", "another root\n"
        if old and not proves(old, known_root, size, root, proof):
            return 422, "text/plain", "no continuation\n"
        self.seen[origin] = size, root
        return 200, "text/plain", self.signs(text)

    def is_signed(self, text, line, origin):
        dash, name, told = line.split(" ")
        assert dash == "—"
        signature = base64.b64decode(told)
        for public in self.logs[origin]:
            ours = hashlib.sha256(origin.encode() + b"\n\x01" + public).digest()[:4]
            if (name, signature[:4]) == (origin, ours):
                try:
                    Ed25519PublicKey.from_public_bytes(public).verify(signature[4:], text.encode())
                except InvalidSignature:
                    return False
                return True
        return False


@contextmanager
def served(*witnesses):
    """The witnesses at an address each, on this computer, as (address, witness)."""
    servers = []
    for one in witnesses:
        server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(one))
        server.daemon_threads = True
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        one.address = f"http://127.0.0.1:{server.server_port}/sub"
        servers.append(server)
    try:
        yield witnesses
    finally:
        for server in servers:
            server.shutdown()
            server.server_close()


def _handler(witness):
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            witness.asked.append(body)
            right = self.path == "/sub/add-checkpoint"
            try:
                status, kind, text = witness.answer(body)
            except ValueError as trouble:
                status, kind, text = 400, "text/plain", str(trouble)
            if not right:
                status, kind, text = 404, "text/plain", "no such address\n"
            if witness.lies is not None:
                told = witness.lies(self, body, (status, kind, text))
                if told is None:
                    return
                status, kind, text = told
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.end_headers()
            self.wfile.write(text.encode() if isinstance(text, str) else text)

        def log_message(self, *_said):
            pass

    return Handler

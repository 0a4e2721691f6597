"""Checks the proof of one game without Tilescribe: python check_proof.py game.proof.json [ROOT]

It needs Python 3 alone. From the events in the file it works out the root of the log that they lie
in, which game it is and its result. Compare size and root, sign by sign, with a checkpoint on
paper: the sheet of a round that people signed, or one sent elsewhere. If they agree, these events
stood in the log then, and none between them is missing; of later ones it says nothing.
"""

import base64
import json
import sys
from hashlib import sha256

FIELDS = {"index", "stream", "version", "topic", "state", "path", "leaf"}
SCORES = {f"result-{x}" for x in ("proposed", "signed", "amended", "taken-over", "records-settled")}
AFTER = {"slip-taken-back", "result-reopened", "game-voided", "game-forfeited"}


def leaf(event):
    if event.get("leaf"):  # left out of a redacted copy: its hash stands for it
        return bytes.fromhex(event["leaf"])
    told = [str(event[name]).encode("utf-8") for name in ("stream", "version", "topic", "state")]
    return sha256(b"\0" + b"".join(len(x).to_bytes(4, "big") + x for x in told)).digest()


def root_by(place, size, path, found):
    """RFC 6962: of a tree, the left part is the largest power of two that is less than all."""
    if size == 1:
        return b"" if place or path else found
    *path, beside = path
    left = 1 << (size - 1).bit_length() - 1
    if place < left:
        return sha256(b"\1" + root_by(place, left, path, found) + bytes.fromhex(beside)).digest()
    right = root_by(place - left, size - left, path, found)
    return sha256(b"\1" + bytes.fromhex(beside) + right).digest()


def check(proof):
    """The log's name, its size and its root; ValueError where the file proves nothing."""
    origin, size, told = proof["checkpoint"].split("\n")[:3]
    root, game, before = base64.b64decode(told), proof["events"][0]["stream"], -1
    for number, event in enumerate(proof["events"], 1):
        if (event["stream"], event["version"]) != (game, number) or event["index"] <= before:
            raise ValueError(f"event {number} is missing, out of order or of another game")
        if set(event) - FIELDS or (event.get("leaf") and event["topic"] + event["state"]):
            raise ValueError(f"event {number} has words beside its hash that nothing proves")
        if root_by(event["index"], int(size), event["path"], leaf(event)) != root:
            raise ValueError(f"event {number} is not in that log, or was changed")
        before = event["index"]
    return origin, int(size), root.hex()


def named(events):
    """Which game or case the proved events are of, and the last result among them."""
    about, pair, starter, result = "A game without a name", ("first", "second"), 1, ""
    for event in (event for event in events if not event.get("leaf")):
        topic, fact, at = event["topic"], json.loads(event["state"])["fact"], event["version"]
        pair = fact.get("players", pair)
        if topic in ("starter-determined", "entry-corrected"):
            starter = (fact.get("replacement") or fact).get("starter", starter)
        if topic == "game-scheduled":
            place = [fact["tournament"], fact.get("division"), f"R{fact['round_number']}"]
            place += [f"T{fact['table']}", str(fact.get("replay", ""))]
            about = "/".join(part for part in place if part)
        elif topic == "case-opened":
            about = f"{fact.get('tournament')}/C-{fact.get('number')}"
        elif topic in SCORES | {"slip-typed"} and fact.get("amendment") is None:
            (one, two), (x, y) = pair[:: 3 - 2 * starter], fact.get("now") or fact["totals"]
            told = f"{one} {x}, {two} {y} (event {at}, {topic})"  # a later slip is no result yet
            result = told if topic in SCORES or not result else f"{result}; a later slip: {told}"
        elif topic in AFTER:
            result += f"{', then ' * bool(result)}event {at}, {topic}"
    return about, result or "none here"


def main(path, wanted=""):
    sys.stdout.reconfigure(errors="replace")  # a name in letters that a terminal lacks
    try:
        with open(path, encoding="utf-8") as file:
            proof = json.load(file)
        (origin, size, root), (about, result) = check(proof), named(proof["events"])
    except (LookupError, TypeError, AttributeError, ValueError, OSError, RecursionError) as trouble:
        print(f"NOT PROVED: the file is no proof, or was changed: {trouble}")
        return 1
    rows = [f"{about}: {len(proof['events'])} events, each of them in the log", f"result  {result}"]
    rows += [f"log     {origin}", f"size    {size} events"]
    rows += [f"root    {' '.join(root[at : at + 4] for at in range(0, len(root), 4))}"]
    if hidden := [str(event["version"]) for event in proof["events"] if event.get("leaf")]:
        rows += [f"Left out, so that only their hashes are proved: event {', '.join(hidden)}"]
    wrong = wanted and "".join(wanted.lower().split()) != root
    told = "That is the root you gave; compare the size" if wanted else "Compare size and root"
    rows += [f"{told} with those on paper. Later events, there or since, may change the result."]
    rows[-1:] = ["NOT PROVED: that is not the root you gave"] if wrong else rows[-1:]
    print("\n".join("".join(x if x.isprintable() else "?" for x in row) for row in rows))
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) in (2, 3) else __doc__)

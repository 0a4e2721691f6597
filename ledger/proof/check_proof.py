"""Checks the proof of one game without Tilescribe: python check_proof.py game.proof.json [ROOT]

Python 3 alone works out the root of their log, the game and its result. Compare size and root with
a checkpoint kept elsewhere: these events stood in it, none between is missing; of later ones none.
"""

import base64
import json
import sys
from hashlib import sha256

FIELDS = {"index", "stream", "version", "topic", "state", "path", "leaf"}
SCORES = {f"result-{x}" for x in ("proposed", "signed", "amended", "taken-over", "records-settled")}
MORE = ["penalty-", "credit-", "-corrected", "overtime-", "slip-", "-reopened", "-found", "-waived"]
AT = {"division": "", "round_number": "R", "table": "T", "replay": "", "number": "C-"}


def once(pairs):
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a name stands twice in it: programs differ in which of the two they read")
    return dict(pairs)


def leaf(event):
    parts = [str(event[name]).encode("utf-8") for name in ("stream", "version", "topic", "state")]
    found = sha256(b"\0" + b"".join(len(x).to_bytes(4, "big") + x for x in parts)).digest()
    return bytes.fromhex(event.get("leaf", "")) or found  # one left out: its hash stands for it


def root_by(place, size, path, found):  # RFC 6962: left is the largest power of two below size
    if size == 1:
        return b"" if place or path else found
    left, path, beside = 1 << (size - 1).bit_length() - 1, path[:-1], bytes.fromhex(path[-1])
    if place < left:
        return sha256(b"\1" + root_by(place, left, path, found) + beside).digest()
    return sha256(b"\1" + beside + root_by(place - left, size - left, path, found)).digest()


def check(proof):
    """The log's name, its size and its root; ValueError where the file proves nothing."""
    if sorted(proof) != ["checkpoint", "events", "keys", "kind"]:
        raise ValueError("it says more than events and a checkpoint, which nothing proves, or less")
    origin, size, lines = proof["checkpoint"].split("\n")[:3]
    root, game, before = base64.b64decode(lines), proof["events"][0]["stream"], -1
    for number, event in enumerate(proof["events"], 1):
        if (event["stream"], event["version"]) != (game, number) or event["index"] <= before:
            raise ValueError(f"event {number} is missing, out of order or of another game")
        if set(event) - FIELDS or (event.get("leaf") and event["topic"] + event["state"]):
            raise ValueError(f"event {number} has words beside its hash that nothing proves")
        if root_by(event["index"], int(size), event["path"], leaf(event)) != root:
            raise ValueError(f"event {number} is not in that log, or was changed")
        before = event["index"]
    return origin, int(size), root


def named(events):  # which game or case the proved events are of, and the last result that stands
    about, pair, starter, result, gone = "A game without a name", ("first", "second"), 1, "", set()
    log = [(x["topic"], json.loads(x["state"])["fact"], x["version"]) for x in events if x["state"]]
    for topic, fact, at in log[::-1]:
        gone.update(fact["versions"] if topic == "act-taken-back" and at not in gone else ())
    for topic, fact, at in (one for one in log if one[2] not in gone):
        pair = fact.get("players", pair)
        if topic in ("starter-determined", "entry-corrected"):
            starter = (fact.get("replacement") or fact).get("starter", starter)
        if topic in ("game-scheduled", "case-opened"):
            parts = (f"{AT[name]}{fact[name]}" for name in AT if name in fact)
            about = "/".join([fact.get("tournament") or "a tournament without a name", *parts])
        elif topic in SCORES | {"slip-typed"} and fact.get("amendment") is None:
            (one, two), (x, y) = pair[:: 3 - 2 * starter], fact.get("now") or fact["totals"]
            text = f"{one} {x}, {two} {y} (event {at}, {topic})"  # a later slip is no result yet
            result = text if topic in SCORES or not result else f"{result}; a later slip: {text}"
        elif topic in ("game-voided", "game-forfeited") or (result and any(map(topic.count, MORE))):
            result += f"{', then ' * bool(result)}event {at}, {topic}"
    return about, result or "none here"


def main(path, wanted=""):
    sys.stdout.reconfigure(errors="replace")  # a name in letters that a terminal lacks
    try:
        with open(path, encoding="utf-8") as file:
            proof = json.load(file, object_pairs_hook=once)
        (origin, size, root), (about, result) = check(proof), named(proof["events"])
    except (LookupError, TypeError, AttributeError, ValueError, OSError, RecursionError) as trouble:
        print(f"NOT PROVED: the file is no proof, or was changed: {trouble}")
        return 1
    rows = [f"{about}: {len(proof['events'])} events, each of them in the log", f"result  {result}"]
    rows += [f"log     {origin}", f"size    {size} events", f"root    {root.hex(' ', 2)}"]
    if hidden := [str(event["version"]) for event in proof["events"] if event.get("leaf")]:
        rows += [f"Left out, so that only their hashes are proved: event {', '.join(hidden)}"]
    wrong = wanted and "".join(wanted.lower().split()) != root.hex()
    text = "That is the root you gave; compare the size" if wanted else "Compare size and root"
    rows += [f"{text} with those on paper. Later events, there or since, may change the result."]
    rows[-1:] = ["NOT PROVED: that is not the root you gave"] if wrong else rows[-1:]
    print("\n".join("".join(x if x.isprintable() else "?" for x in row) for row in rows))
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) in (2, 3) else __doc__)

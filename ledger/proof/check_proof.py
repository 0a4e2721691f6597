"""Checks the proof of one game without Tilescribe: python check_proof.py game.proof.json [ROOT]

It needs Python 3 and nothing else. It works out, from the events in the file alone, the root of
the log that they lie in. Compare that root, character by character, with a checkpoint on paper: the
sheet of a round that people signed, or one sent elsewhere. If they agree, these events stood in the
log when that paper was printed, and none of this game is left out between the first and the last
of them. What was written later it says nothing about. Give the root as ROOT to have it compared.
"""

import base64
import hashlib
import json
import sys


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def leaf(event):
    if event.get("leaf"):  # left out of a redacted copy: its hash stands for it
        return bytes.fromhex(event["leaf"])
    fields = [event["stream"], str(event["version"]), event["topic"], event["state"]]
    told = [field.encode("utf-8") for field in fields]
    return sha256(b"\0", *(len(field).to_bytes(4, "big") + field for field in told))


def root_by(event, size):
    """RFC 6962: from the leaf up, to the right or to the left as its place in the tree says."""
    place, last, found = event["index"], size - 1, leaf(event)
    if not 0 <= place < size:
        raise ValueError("the log has no such place")
    for step in map(bytes.fromhex, event["path"]):
        if last == 0:
            raise ValueError("its path is too long")
        if place % 2 or place == last:
            found = sha256(b"\1", step, found)
            while place and not place % 2:
                place, last = place // 2, last // 2
        else:
            found = sha256(b"\1", found, step)
        place, last = place // 2, last // 2
    if last:
        raise ValueError("its path is too short")
    return found


def check(proof):
    """The log's name, its size and its root; ValueError where the file proves nothing."""
    origin, size, told = proof["checkpoint"].split("\n")[:3]
    root, events = base64.b64decode(told), proof["events"]
    if not events:
        raise ValueError("there is no event in it")
    for number, event in enumerate(events, 1):
        if event["stream"] != events[0]["stream"]:
            raise ValueError(f"event {number} is of another game")
        if event["version"] != number:
            raise ValueError(f"event {number} of the game is missing or out of order")
        try:
            found = root_by(event, int(size))
        except ValueError as trouble:
            raise ValueError(f"event {number}: {trouble}") from None
        if found != root:
            raise ValueError(f"event {number} is not in that log, or was changed")
    return origin, int(size), root.hex()


def in_fours(text):
    return " ".join(text[at : at + 4] for at in range(0, len(text), 4))


def main(path, wanted=""):
    try:
        with open(path, encoding="utf-8") as file:
            proof = json.load(file)
        origin, size, root = check(proof)
    except (KeyError, TypeError, ValueError, OSError) as trouble:
        lacks = "the file is no proof, or a part of it is missing: "
        print(f"NOT PROVED: {lacks if isinstance(trouble, KeyError) else ''}{trouble}")
        return 1
    print(f"{proof['about']}: {len(proof['events'])} events, each of them in the log")
    print(f"  log   {origin}\n  size  {size} events\n  root  {in_fours(root[:32])}")
    print(f"        {in_fours(root[32:])}")
    if hidden := sum(1 for event in proof["events"] if event.get("leaf")):
        print(f"{hidden} of them are left out of this copy: their hashes are in the log.")
    if not wanted:
        print("Compare the root with the one on paper. What was written later is not proved.")
    elif "".join(wanted.lower().split()) == root:
        print("That is the root you gave. What was written later is not proved.")
    else:
        print("NOT PROVED: that is not the root you gave")
        return 1
    return 0


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: python check_proof.py FILE [ROOT]")
    sys.exit(main(*sys.argv[1:]))

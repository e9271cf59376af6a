"""Indexes of fingerprints beside a library: index.py SIMSCOPE PEERS ZH [FINGERPRINTS]

SIMSCOPE and PEERS are the two programs, ZH a Chinese text that 200 documents of 5 KB are cut from. They are looked up at
threshold 3 among as many fingerprints (100,000 if nothing is said) drawn at random, with five besides for each document that
differ from its own in 0 to 4 bits. PyPI's SimhashIndex and gaoya's index are in memory; the library is on the disk when its
time ends, and its times are those of the whole command for adding, and those that it prints for finding. All must find the
same, and what comparing every two fingerprints finds.
"""

import json
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time

import simhash

K = 3
QUERIES = 200
CHARACTERS = 1700
PLANTED = range(5)


def program(*arguments):
    output = subprocess.run([PROGRAM, *map(str, arguments)], stdout=subprocess.PIPE, check=False)
    assert output.returncode in (0, 1), output
    return output.stdout.decode()


def row(what, add, find, found):
    recall = sum(len(found[at] & expected[at]) for at in range(QUERIES)) / sum(map(len, expected))
    extra = sum(len(found[at] - expected[at]) for at in range(QUERIES))
    assert extra == 0, f"{what}: {extra} that are farther away"
    print(f"| {what} | {FINGERPRINTS / add:,.0f} a second | {find * 1e3:.3f} ms | {recall:.1%} |")


PROGRAM, PEERS, ZH = sys.argv[1:4]
FINGERPRINTS = int(sys.argv[4]) if len(sys.argv) > 4 else 100_000
folder = pathlib.Path(tempfile.mkdtemp())
dice = random.Random(7)

text = pathlib.Path(ZH).read_text(encoding="utf-8")
(folder / "queries").mkdir()
for at in range(QUERIES):
    cut = text[at * CHARACTERS : (at + 1) * CHARACTERS]
    (folder / "queries" / f"{at:05}.txt").write_text(cut, encoding="utf-8")
hashed = [json.loads(line) for line in program("hash", folder / "queries", "--format", "jsonl").splitlines()]
queries = [int(one["fingerprint"], 16) for one in hashed]
recipe = hashed[0]["recipe"]

fingerprints = [dice.getrandbits(64) for _ in range(FINGERPRINTS - QUERIES * len(PLANTED))]
for query in queries:
    fingerprints += [query ^ sum(1 << bit for bit in dice.sample(range(64), flips)) for flips in PLANTED]
dice.shuffle(fingerprints)
expected = [{at for at, other in enumerate(fingerprints) if (query ^ other).bit_count() <= K} for query in queries]

print(f"\n### Indexes of fingerprints, {FINGERPRINTS:,} of 64 bits, threshold {K}, {QUERIES} look-ups, on the wall\n")
print("| index | add | find one, median | recall |")
print("|---|---:|---:|---:|")

with open(folder / "lines.jsonl", "w", encoding="utf-8") as file:
    for at, value in enumerate(fingerprints):
        line = {
            "schema": "simscope/hash/1", "recipe": recipe, "name": f"{at}", "path": f"{at}", "source": "file", "bits": 64,
            "fingerprint": f"{value:016x}", "constant": False, "bytes": 5000, "content_hash": f"{at:016x}",
        }
        file.write(json.dumps(line) + "\n")
library = folder / "library.db"
start = time.perf_counter()
program("library", "import", folder / "lines.jsonl", "--library", library)
add = time.perf_counter() - start
lines = [json.loads(line) for line in program(
    "library", "find", folder / "queries", "--library", library, "-k", K, "--format", "jsonl").splitlines()]
found = [{int(pathlib.Path(hit["path"]).name) for hit in line["near"]} for line in lines]
row("simscope, a library on the disk", add, statistics.median(line["near_ms"] for line in lines) / 1e3, found)

start = time.perf_counter()
index = simhash.SimhashIndex([], k=K)
for at, value in enumerate(fingerprints):
    index.add(str(at), simhash.Simhash(value))
add = time.perf_counter() - start
times, found = [], []
for query in queries:
    start = time.perf_counter()
    near = index.get_near_dups(simhash.Simhash(query))
    times.append(time.perf_counter() - start)
    found.append({int(at) for at in near})
row("PyPI simhash 2.1.2, SimhashIndex in memory", add, statistics.median(times), found)

numbers = "\n".join(f"{value:016x}" for value in [len(queries), *queries, *fingerprints])
output = subprocess.run([PEERS, "index"], input=numbers.encode(), stdout=subprocess.PIPE, check=True).stdout.decode()
for line in output.splitlines():
    one = json.loads(line)
    row(f"gaoya 0.2.2, {one['tables']} tables in memory", one["add"], one["find"], [set(near) for near in one["found"]])

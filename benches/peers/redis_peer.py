"""datasketch beside simscope on the same Redis: redis_peer.py SIMSCOPE PORT [DOCUMENTS]

Both put DOCUMENTS texts of 200 words into the empty server at PORT, which is emptied in between, and look some of them up.
What is made of a text before, a MinHash of 128 permutations or a fingerprint, is not timed. They answer different
questions: datasketch a Jaccard similarity of 0.8, with misses; simscope at most 3 bits of 64, without.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time

import redis
from datasketch import MinHash, MinHashLSH

PROGRAM, PORT = sys.argv[1], int(sys.argv[2])
DOCUMENTS = int(sys.argv[3]) if len(sys.argv) > 3 else 10_000
QUERIES = 200
SERVER = redis.Redis(port=PORT)


def texts():
    words = random.Random(1)
    return [[f"w{words.randrange(50_000)}" for _ in range(200)] for _ in range(DOCUMENTS)]


def memory():
    return SERVER.info("memory")["used_memory"]


def of_datasketch(all_texts):
    minhashes = MinHash.bulk([[word.encode() for word in text] for text in all_texts], num_perm=128)
    SERVER.flushdb()
    before = memory()
    index = MinHashLSH(threshold=0.8, num_perm=128, storage_config={"type": "redis", "redis": {"host": "localhost", "port": PORT}})
    start = time.perf_counter()
    with index.insertion_session() as session:
        for number, minhash in enumerate(minhashes):
            session.insert(str(number), minhash)
    added = time.perf_counter() - start
    start = time.perf_counter()
    for number in range(QUERIES):
        assert str(number) in index.query(minhashes[number])
    return added, (time.perf_counter() - start) / QUERIES, memory() - before


def of_program(all_texts, layout):
    library = f"redis://localhost:{PORT}/peer"
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "XDG_DATA_HOME": folder, "SIMSCOPE_CONFIG": "none"}

        def run(*arguments):
            done = subprocess.run([PROGRAM, *arguments], stdout=subprocess.PIPE, env=environment, check=False)
            assert done.returncode < 2, arguments
            return done.stdout

        paths = [os.path.join(folder, f"{number}.txt") for number in range(DOCUMENTS)]
        for path, text in zip(paths, all_texts):
            with open(path, "w", encoding="utf-8") as file:
                file.write(" ".join(text))
        fingerprints = os.path.join(folder, "all.jsonl")
        with open(fingerprints, "wb") as file:
            file.write(run("hash", "--format", "jsonl", folder))
        SERVER.flushdb()
        before = memory()
        # The library is made with its layout, and by the recipe of the fingerprints.
        run("library", "add", "--layout", layout, "--library", library, paths[0])
        start = time.perf_counter()
        run("library", "import", fingerprints, "--library", library)
        added = time.perf_counter() - start
        found = json.loads(run("library", "find", "--format", "json", "--library", library, *paths[:QUERIES]))
        took = sum(document["near_ms"] for document in found["documents"]) / QUERIES / 1000
        return added, took, memory() - before


print(f"\n### datasketch {DOCUMENTS:,} on Redis\n")
print("| | added | a look-up | memory each |")
print("|---|---:|---:|---:|")
made = texts()
for name, (added, took, size) in (
    ("datasketch MinHashLSH", of_datasketch(made)),
    ("simscope, packed strings", of_program(made, "packed")),
    ("simscope, sets", of_program(made, "sets")),
):
    print(f"| {name} | {DOCUMENTS / added:,.0f}/s | {took * 1000:.2f} ms | {size / DOCUMENTS:,.0f} B |")
SERVER.flushdb()

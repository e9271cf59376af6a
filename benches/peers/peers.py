"""Python packages beside simscope as a program: peers.py SIMSCOPE ZH EN

SIMSCOPE is the program, ZH and EN are a Chinese and an English text. Each is timed in turns with the program, in
processor time. The packages are imported and their dictionary is loaded before; the program's time is all of it, from its
start to its end, the dictionary included.
"""

import json
import os
import resource
import statistics
import subprocess
import sys
import time

import datasketch
import jieba
import simhash

ROUNDS = 3


def of_program(*arguments):
    """Seconds that the program takes, and the fingerprint that it prints."""
    def spent():
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    start = spent()
    output = subprocess.run([PROGRAM, "hash", "--format", "json", *arguments], stdout=subprocess.PIPE, check=True).stdout
    return spent() - start, json.loads(output)[0]["fingerprint"]


def of_package(work, text):
    start = time.process_time()
    result = work(text)
    return time.process_time() - start, result


def row(what, path, work, *arguments, same):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    times = []
    for _ in range(ROUNDS):
        (theirs, result), (ours, fingerprint) = of_package(work, text), of_program(*arguments, path)
        assert not same or f"{result:016x}" == fingerprint, "the profile reproduces the package"
        times.append((theirs, ours))
    size = os.path.getsize(path) / 1e6
    theirs, ours = (statistics.median(time[side] for time in times) for side in (0, 1))
    ratio = statistics.median(theirs / ours for theirs, ours in times)
    print(f"| {what} | {size / theirs:.2f} MB/s | {size / ours:.1f} MB/s | {ratio:.1f}× | |")


def minhash(text):
    made = datasketch.MinHash(num_perm=128)
    made.update_batch([word.encode() for word in text.split()])
    return made


PROGRAM, ZH, EN = sys.argv[1:]
jieba.setLogLevel(60)
jieba.initialize()
print(f"\n### Python packages beside the program, {os.path.getsize(ZH) / 1e6:.0f} MB, processor time\n")
print("| what | peer | simscope | ratio | |")
print("|---|---:|---:|---:|---|")
for name, path in (("Chinese", ZH), ("English", EN)):
    windows = lambda text: simhash.Simhash(text).value
    row(f"{name}: PyPI simhash; simscope with its profile, the same fingerprint", path, windows,
        "--recipe", "pypi-simhash", same=True)
    row(f"{name}: PyPI simhash; simscope with the default recipe", path, windows, same=False)
row("Chinese: jieba cuts words and does no more; simscope with the default recipe", ZH, jieba.lcut, same=False)
row("Chinese: jieba and PyPI simhash; simscope with the default recipe", ZH,
    lambda text: simhash.Simhash(jieba.lcut(text)).value, same=False)
row("English: datasketch, MinHash of 128 over words; simscope with the default recipe", EN, minhash, same=False)

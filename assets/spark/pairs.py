"""All pairs of documents whose fingerprints are within k bits of each other, and their clusters, by Spark.

    simscope library export > library.jsonl
    spark-submit pairs.py library.jsonl found
    simscope review --pairs-from found/pairs

The input is the output of 'simscope library export' or 'simscope hash --format jsonl', from one or more libraries, as
CSV, JSON Lines or Parquet. The output is a folder with two tables:

    pairs     path_a, path_b, hamming, library_a, id_a, library_b, id_b
    clusters  path, representative, hamming (between path and representative), library, id

If n documents have the same fingerprint, the first represents them: the others make pairs with it, but not with each
other, which gives n - 1 pairs. Clusters use single linkage; a document without a pair is in no cluster.

Two fingerprints within k bits are equal in at least c of k + c blocks. So each fingerprint gets a key for every choice
of c blocks, fingerprints with an equal key meet, and each pair that meets is compared. A key of more than HOT
fingerprints is divided again, by k + 1 blocks of the other bits.
"""

import argparse
import itertools
import math
import sys

from pyspark import StorageLevel
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as f

# A key with more fingerprints than this is divided.
HOT = 1000
# Writing and sorting a key takes the time of this many comparisons.
KEY = 20


def read(spark: SparkSession, paths: list, form: str) -> DataFrame:
    """Documents with a fingerprint: library, id, path, recipe, and the bits as two signed 64-bit numbers."""
    if form == "parquet":
        documents = spark.read.parquet(*paths)
    elif form == "jsonl":
        # With a schema, Spark reads the lines only once.
        schema = "library string, id long, path string, recipe string, fingerprint string"
        documents = spark.read.schema(schema).json(paths)
    else:
        # RFC 4180: quotation marks in a field are doubled, and a field may contain line breaks, so one task reads a
        # whole file. Many tasks can read JSON Lines.
        documents = spark.read.csv(paths, header=True, escape='"', multiLine=True)
    for column, value in (("library", f.lit("")), ("id", f.xxhash64("path")), ("recipe", f.lit(""))):
        given = [f.col(column)] if column in documents.columns else []
        documents = documents.withColumn(column, f.coalesce(*given, value))
    digits = f.lpad("fingerprint", 32, "0")
    return documents.where("fingerprint <> ''").select(
        "library",
        f.col("id").cast("long").alias("id"),
        "path",
        "recipe",
        bits(f.substring(digits, 1, 16)).alias("high"),
        bits(f.substring(digits, 17, 16)).alias("low"),
    )


def bits(digits: Column) -> Column:
    """Sixteen hexadecimal digits as a signed 64-bit number, the type that Spark has: from base 16 to base -10."""
    return f.conv(digits, 16, -10).cast("long")


def signed(value: int) -> int:
    """The lowest 64 bits of a number, signed as in Spark."""
    value &= (1 << 64) - 1
    return value - (1 << 64) if value >> 63 else value


def masks(places: list, k: int, chosen: int) -> list:
    """A mask for every choice of `chosen` among k + chosen blocks of these bits."""
    count = k + chosen
    cuts = [len(places) * at // count for at in range(count + 1)]
    blocks = [sum(1 << place for place in places[start:end]) for start, end in zip(cuts, cuts[1:])]
    return [sum(some) for some in itertools.combinations(blocks, chosen)]


def plan(count: int, width: int, k: int) -> list:
    """The masks with the lowest cost for `count` fingerprints: keys to sort, and pairs that meet by chance."""

    def cost(chosen: int) -> float:
        tables = math.comb(k + chosen, chosen)
        return tables * (count * KEY + count**2 / 2 / 2 ** (width * chosen / (k + chosen)))

    chosen = min((chosen for chosen in (1, 2, 3) if k + chosen <= width), key=cost)
    return masks(list(range(width)), k, chosen)


def key(number: int, mask: int) -> Column:
    """The key of a fingerprint under a mask."""
    high, low = signed(mask >> 64), signed(mask)
    parts = f.col("high").bitwiseAND(f.lit(high)), f.col("low").bitwiseAND(f.lit(low))
    return f.struct(f.lit(number).alias("table"), parts[0].alias("key_high"), parts[1].alias("key_low"))


def hamming(a: str, b: str) -> Column:
    """The number of bits that differ between two fingerprints."""
    differ = (f.col(f"{a}.{part}").bitwiseXOR(f.col(f"{b}.{part}")) for part in ("high", "low"))
    return sum((f.bit_count(part) for part in differ), f.lit(0))


BY_KEY = ["table", "key_high", "key_low"]


def keyed(fingerprints: DataFrame, width: int, k: int, first: list) -> DataFrame:
    """Fingerprints with their keys; those with a hot key get the keys into which it is divided."""

    def with_keys(rows: DataFrame, numbered: list) -> DataFrame:
        keys = f.explode(f.array(*[key(number, mask) for number, mask in numbered]))
        return rows.select("high", "low", keys.alias("key")).select("high", "low", "key.*")

    rows = with_keys(fingerprints, list(enumerate(first)))
    counts = rows.groupBy(*BY_KEY).count()
    hot = counts.where(f.col("count") > HOT).drop("count").persist(StorageLevel.DISK_ONLY)
    tables = sorted(row.table for row in hot.select("table").distinct().collect())
    if not tables:
        return rows
    cool = rows.join(hot, BY_KEY, "left_anti")
    crowded = rows.join(hot, BY_KEY, "left_semi")
    for table in tables:
        mask = first[table]
        free = [place for place in range(width) if not mask >> place & 1]
        # These keys need numbers of their own.
        begin = len(first) + table * (k + 1)
        again = [(begin + at, mask | more) for at, more in enumerate(masks(free, k, 1))]
        cool = cool.unionByName(with_keys(crowded.where(f.col("table") == table), again))
    return cool


def near(rows: DataFrame, k: int) -> DataFrame:
    """All pairs of different fingerprints within k bits, as nodes: a, b, hamming."""
    a, b = rows.alias("a"), rows.alias("b")
    node = [f.struct(f"{side}.high", f"{side}.low").alias(side) for side in "ab"]
    met = a.join(b, BY_KEY).where(node[0] < node[1]).where(hamming("a", "b") <= k)
    # A pair with several equal keys meets once for each.
    return met.select(*node, hamming("a", "b").alias("hamming")).distinct()


def components(edges: DataFrame) -> DataFrame:
    """The least node linked to each node: node, root. Alternates large and small stars (Kiveris et al. 2014); the
    number of rounds grows with the logarithm of the longest path."""
    known = None
    while True:
        both = edges.unionByName(edges.select(f.col("b").alias("a"), f.col("a").alias("b")))
        least = both.groupBy("a").agg(f.least("a", f.min("b")).alias("least"))
        large = both.join(least, "a").where("b > a").select(f.col("least").alias("a"), "b").distinct()
        least = large.groupBy("b").agg(f.min("a").alias("least"))
        linked = large.join(least, "b")
        small = linked.select(f.col("least").alias("a"), "b").unionByName(
            linked.select(f.col("least").alias("a"), f.col("a").alias("b"))
        )
        # The checkpoint cuts the lineage: without it, the plan would grow with each round.
        edges = small.where("a <> b").distinct().localCheckpoint()
        state = edges.agg(f.count("*"), f.sum(f.xxhash64("a", "b").cast("decimal(38,0)"))).first()
        if state == known:
            return edges.select(f.col("b").alias("node"), f.col("a").alias("root"))
        known = state


def found(documents: DataFrame, width: int, k: int, most: float) -> tuple:
    """Pairs and clusters."""
    document = f.struct("library", "id", "path").alias("document")
    bits_of = f.struct("high", "low").alias("bits")
    documents = documents.select(document, bits_of, "recipe").persist(StorageLevel.MEMORY_AND_DISK)
    recipes = [row.recipe for row in documents.select("recipe").distinct().limit(2).collect()]
    if len(recipes) > 1:
        raise SystemExit("two recipes, whose fingerprints cannot be compared:\n" + "\n".join(map(str, recipes)))
    # The first document with a fingerprint represents all that have it.
    first = documents.groupBy("bits").agg(f.min("document").alias("first")).persist(StorageLevel.MEMORY_AND_DISK)
    count = first.count()
    first_masks = plan(max(count, 1), width, k)
    rows = keyed(first.select("bits.*"), width, k, first_masks).persist(StorageLevel.MEMORY_AND_DISK)
    meetings = rows.groupBy(*BY_KEY).count().select(f.expr("sum(count * (count - 1) / 2)")).first()[0] or 0
    print(f"{count:,} different fingerprints, {len(first_masks)} keys each, {meetings:,.0f} comparisons", file=sys.stderr)
    if meetings > most:
        raise SystemExit(f"more than --max-comparisons {most:,.0f}; a smaller -k takes fewer")

    def of(side: str) -> DataFrame:
        return first.select(f.col("bits").alias(side), f.col("first").alias(f"first_{side}"))

    ends = f.least("first_a", "first_b").alias("a"), f.greatest("first_a", "first_b").alias("b")
    between = near(rows, k).join(of("a"), "a").join(of("b"), "b").select(*ends, "hamming")
    same = documents.join(first, "bits").where("document <> first")
    stars = same.select(f.col("first").alias("a"), f.col("document").alias("b"), f.lit(0).alias("hamming"))
    edges = between.unionByName(stars).persist(StorageLevel.MEMORY_AND_DISK)
    ids = [f.col(f"{side}.{name}").alias(f"{name}_{side}") for side in "ab" for name in ("library", "id")]
    pairs = edges.select(f.col("a.path").alias("path_a"), f.col("b.path").alias("path_b"), "hamming", *ids)

    roots = components(edges.select("a", "b"))
    roots = roots.unionByName(roots.select(f.col("root").alias("node"), "root").distinct())
    named = roots.join(documents.select(f.col("document").alias("node"), f.col("bits").alias("x")), "node").join(
        documents.select(f.col("document").alias("root"), f.col("bits").alias("y")), "root"
    )
    path, representative = f.col("node.path").alias("path"), f.col("root.path").alias("representative")
    clusters = named.select(path, representative, hamming("x", "y").alias("hamming"), "node.library", "node.id")
    return pairs, clusters


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("inputs", nargs="+", help="exports: files or folders")
    parser.add_argument("found", help="folder to write to; pairs and clusters must not be in it")
    parser.add_argument("-k", type=int, default=3, help="the largest distance, in bits [default: 3]")
    parser.add_argument("--bits", type=int, default=64, help="width of the fingerprints [default: 64]")
    parser.add_argument("--from", dest="form", choices=["csv", "jsonl", "parquet"],
        help="form of the input [default: by the ending of the first name, else csv]")
    parser.add_argument("--to", choices=["csv", "parquet"], default="csv", help="form of the output [default: csv]")
    parser.add_argument("--max-comparisons", type=float, default=1e12, help="stop before more [default: 1e12]")
    given = parser.parse_args()
    if not 0 <= given.k < given.bits <= 128:
        parser.error("-k must be less than --bits, which are 128 at most")
    form = given.form or next((form for form in ("jsonl", "parquet") if given.inputs[0].rstrip("/").endswith(form)), "csv")
    spark = SparkSession.builder.appName("simscope pairs").getOrCreate()
    pairs, clusters = found(read(spark, given.inputs, form), given.bits, given.k, given.max_comparisons)
    for name, table in (("pairs", pairs), ("clusters", clusters)):
        if "CartesianProduct" in (plan_of := table._jdf.queryExecution().toString()) or "NestedLoop" in plan_of:
            raise SystemExit("Spark would compare every two; this is an error of pairs.py")
        if given.to == "parquet":
            table.write.parquet(f"{given.found}/{name}")
        else:
            table.write.csv(f"{given.found}/{name}", header=True, escape='"',
                ignoreLeadingWhiteSpace=False, ignoreTrailingWhiteSpace=False)
    spark.stop()


if __name__ == "__main__":
    main()

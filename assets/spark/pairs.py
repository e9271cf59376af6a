"""All pairs of a library within k bits of each other, by Spark.

    simscope library export --format csv > library.csv
    spark-submit pairs.py library.csv pairs
    simscope review --pairs-from pairs

The input is CSV of that form, or Parquet with the same columns: fingerprints as hexadecimal digits, blocks as text. The
output is a folder of CSV files: path_a, path_b, hamming, id_a, id_b.

Two fingerprints within k bits are equal in at least one of k + 1 blocks. So fingerprints are joined on equal blocks, and
each pair that meets is verified. Documents with the same fingerprint are taken as one until the end: they would meet each
other in every block.
"""

import argparse

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as f


def read(spark: SparkSession, path: str) -> DataFrame:
    """Documents that have a fingerprint."""
    if path.rstrip("/").endswith(".parquet"):
        documents = spark.read.parquet(path)
    else:
        # RFC 4180: a quotation mark in a field is doubled, and a field may hold line ends.
        documents = spark.read.csv(path, header=True, escape='"', multiLine=True)
    return documents.where("fingerprint <> ''").withColumn("id", f.col("id").cast("long"))


def number(digits: f.Column) -> f.Column:
    """Sixteen hexadecimal digits as a signed 64-bit number, which is what Spark has: from base 16 to base -10."""
    return f.conv(digits, 16, -10).cast("long")


def near(documents: DataFrame, k: int) -> DataFrame:
    """Every two different fingerprints within k bits: a, b, hamming."""
    blocks = [name for name in documents.columns if name.startswith("block")]
    if k >= len(blocks):
        raise SystemExit(f"{len(blocks)} blocks find every pair up to k = {len(blocks) - 1}, not {k}")
    digits = f.lpad("fingerprint", 32, "0")
    keyed = documents.select(
        "fingerprint",
        number(f.substring(digits, 1, 16)).alias("high"),
        number(f.substring(digits, 17, 16)).alias("low"),
        f.posexplode(f.array(*blocks)).alias("table", "block"),
    ).dropDuplicates(["fingerprint", "table"])
    hamming = f.bit_count(f.col("a.high").bitwiseXOR(f.col("b.high"))) + f.bit_count(
        f.col("a.low").bitwiseXOR(f.col("b.low"))
    )
    met = keyed.alias("a").join(
        keyed.alias("b"),
        (f.col("a.table") == f.col("b.table"))
        & (f.col("a.block") == f.col("b.block"))
        & (f.col("a.fingerprint") < f.col("b.fingerprint"))
        & (hamming <= k),
    )
    # A pair that is equal in several blocks meets in each of them.
    return met.select(
        f.col("a.fingerprint").alias("a"), f.col("b.fingerprint").alias("b"), hamming.alias("hamming")
    ).distinct()


def pairs(documents: DataFrame, k: int) -> DataFrame:
    """Every two documents within k bits, the lower id first."""
    same = documents.select(f.col("fingerprint").alias("a"), f.col("fingerprint").alias("b"), f.lit(0).alias("hamming"))
    fingerprints = near(documents, k).unionByName(same.distinct())

    def side(name: str) -> DataFrame:
        return documents.select(
            f.col("fingerprint").alias(name), f.col("id").alias("id_" + name), f.col("path").alias("path_" + name)
        )

    # Of two documents with one fingerprint each is on both sides.
    found = fingerprints.join(side("a"), "a").join(side("b"), "b").where("a <> b or id_a < id_b")
    first = f.col("id_a") < f.col("id_b")
    return found.select(
        f.when(first, f.col("path_a")).otherwise(f.col("path_b")).alias("path_a"),
        f.when(first, f.col("path_b")).otherwise(f.col("path_a")).alias("path_b"),
        "hamming",
        f.least("id_a", "id_b").alias("id_a"),
        f.greatest("id_a", "id_b").alias("id_b"),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library", help="what 'simscope library export --format csv' wrote, or .parquet")
    parser.add_argument("pairs", help="folder to write to; it must not exist")
    parser.add_argument("-k", type=int, default=3, help="the largest distance, in bits [default: 3]")
    given = parser.parse_args()
    spark = SparkSession.builder.appName("simscope pairs").getOrCreate()
    found = pairs(read(spark, given.library), given.k)
    found.write.csv(given.pairs, header=True, escape='"', ignoreLeadingWhiteSpace=False, ignoreTrailingWhiteSpace=False)
    spark.stop()


if __name__ == "__main__":
    main()

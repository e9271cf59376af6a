-- All pairs of documents whose fingerprints of 64 bits are within k bits of each other, and their clusters, by DuckDB
-- (1.3 or newer) on one machine. The tables and the method are the same as in pairs.py.
--
--     simscope library export --format csv > library.csv
--     duckdb < pairs.sql
--     simscope review --pairs-from pairs.csv

SET VARIABLE k = 3;
SET VARIABLE max_comparisons = 1e12;
-- A key with more fingerprints than this is divided.
SET VARIABLE hot = 1000;
-- Writing and sorting a key takes the time of this many comparisons.
SET VARIABLE key_cost = 20;

CREATE TEMP TABLE document AS
SELECT library, id::BIGINT AS id, path, ('0x' || fingerprint)::UBIGINT AS bits, recipe
FROM read_csv('library.csv', header = true, all_varchar = true)
WHERE fingerprint <> '';

SELECT CASE WHEN count(DISTINCT recipe) > 1 THEN error('two recipes, whose fingerprints cannot be compared') END AS one_recipe
FROM document;

-- The first document with a fingerprint represents all that have it.
CREATE TEMP TABLE first AS
SELECT bits, min({library: library, id: id, path: path}) AS document, count(*) AS documents FROM document GROUP BY bits;

-- The masks with the lowest cost: every choice of `chosen` among k + chosen blocks.
CREATE TEMP TABLE mask AS
WITH plan AS (
    SELECT chosen, getvariable('k') + chosen AS blocks, (SELECT count(*) FROM first) AS n,
        factorial((getvariable('k') + chosen)::INTEGER) / factorial(getvariable('k')::INTEGER)
            / factorial(chosen::INTEGER) AS tables
    FROM unnest([1, 2, 3]) AS plans(chosen)
), best AS (
    SELECT chosen, blocks FROM plan
    ORDER BY tables * (n * getvariable('key_cost') + n * n / 2 / 2 ** (64 * chosen / blocks)) LIMIT 1
), block AS (
    SELECT nth, list_bit_or([1::UBIGINT << place::UBIGINT FOR place IN range(64 * nth // blocks, 64 * (nth + 1) // blocks)]) AS mask
    FROM best, range(blocks) AS all_blocks(nth)
)
SELECT row_number() OVER (ORDER BY subset) AS number, bit_or(mask) AS mask
FROM best, range(1 << blocks) AS subsets(subset), block
WHERE bit_count(subset) = chosen AND subset & (1 << nth) <> 0
GROUP BY subset;

CREATE TEMP TABLE keyed AS SELECT number, 0 AS part, bits & mask AS key, bits FROM first, mask;

CREATE TEMP TABLE hot AS
SELECT number, key FROM keyed GROUP BY number, key HAVING count(*) > getvariable('hot');

-- Hot keys are divided by k + 1 blocks of the other bits.
CREATE TEMP TABLE divided AS
WITH free AS (
    SELECT number, place, row_number() OVER (PARTITION BY number ORDER BY place) - 1 AS nth,
        count(*) OVER (PARTITION BY number) AS places
    FROM mask, range(64) AS bit(place) WHERE mask & (1::UBIGINT << place::UBIGINT) = 0
)
SELECT number, nth * (getvariable('k') + 1) // places + 1 AS part, mask.mask | bit_or(1::UBIGINT << place::UBIGINT) AS mask
FROM free JOIN mask USING (number) GROUP BY number, part, mask.mask;

CREATE TEMP TABLE met AS
SELECT * FROM keyed ANTI JOIN hot USING (number, key)
UNION ALL
SELECT number, divided.part, bits & mask, bits
FROM keyed SEMI JOIN hot USING (number, key) JOIN divided USING (number);

SELECT CASE WHEN sum(n * (n - 1) / 2) > getvariable('max_comparisons') THEN error('more than max_comparisons')
    ELSE sum(n * (n - 1) / 2) END AS comparisons
FROM (SELECT count(*)::DOUBLE AS n FROM met GROUP BY number, part, key);

CREATE TEMP TABLE near AS
-- A pair with several equal keys meets once for each.
SELECT DISTINCT a.bits AS a, b.bits AS b, bit_count(xor(a.bits, b.bits)) AS hamming
FROM met a JOIN met b ON a.number = b.number AND a.part = b.part AND a.key = b.key AND a.bits < b.bits
WHERE bit_count(xor(a.bits, b.bits)) <= getvariable('k');

CREATE TEMP TABLE edge AS
SELECT least(x.document, y.document) AS a, greatest(x.document, y.document) AS b, hamming
FROM near JOIN first x ON x.bits = near.a JOIN first y ON y.bits = near.b
UNION ALL
SELECT first.document, {library: document.library, id: document.id, path: document.path} AS other, 0
FROM document JOIN first USING (bits) WHERE other <> first.document;

COPY (
    SELECT a.path AS path_a, b.path AS path_b, hamming, a.library AS library_a, a.id AS id_a, b.library AS library_b,
        b.id AS id_b
    FROM edge ORDER BY ALL
) TO 'pairs.csv' (HEADER);

-- The first document linked to each document.
CREATE TEMP TABLE linked AS
WITH RECURSIVE root(node, least) USING KEY (node) AS (
    SELECT node, node FROM (SELECT a AS node FROM edge UNION SELECT b FROM edge)
    UNION
    SELECT link.b, min(root.least)
    FROM root JOIN (SELECT a, b FROM edge UNION ALL SELECT b, a FROM edge) link ON link.a = root.node
        JOIN recurring.root AS known ON known.node = link.b
    WHERE root.least < known.least GROUP BY link.b
)
FROM root;

COPY (
    SELECT node.path AS path, least.path AS representative, bit_count(xor(a.bits, b.bits)) AS hamming,
        node.library AS library, node.id AS id
    FROM linked JOIN document a ON (a.library, a.id) = (node.library, node.id)
        JOIN document b ON (b.library, b.id) = (least.library, least.id)
    ORDER BY ALL
) TO 'clusters.csv' (HEADER);

-- All pairs of a library within 3 bits of each other, by DuckDB on one machine.
--
--     simscope library export --format csv > library.csv
--     duckdb < pairs.sql
--     simscope review --pairs-from pairs.csv
--
-- Two fingerprints of 64 bits within 3 bits are equal in at least one of 4 blocks. So fingerprints are joined on equal
-- blocks, and each pair that meets is verified. Documents with the same fingerprint are taken as one until the end.

CREATE TEMP TABLE document AS
SELECT id::BIGINT AS id, path, fingerprint, block1, block2, block3, block4
FROM read_csv('library.csv', header = true, all_varchar = true)
WHERE fingerprint <> '';

CREATE TEMP TABLE keyed AS
SELECT DISTINCT fingerprint, ('0x' || fingerprint)::UBIGINT AS bits, unnest([1, 2, 3, 4]) AS "table",
    unnest([block1, block2, block3, block4]) AS block
FROM document;

CREATE TEMP TABLE near AS
-- A pair that is equal in several blocks meets in each of them.
SELECT DISTINCT a.fingerprint AS a, b.fingerprint AS b, bit_count(xor(a.bits, b.bits)) AS hamming
FROM keyed a JOIN keyed b ON a."table" = b."table" AND a.block = b.block AND a.bits < b.bits
WHERE bit_count(xor(a.bits, b.bits)) <= 3
UNION ALL
SELECT DISTINCT fingerprint, fingerprint, 0 FROM document;

COPY (
    SELECT if(a.id < b.id, a.path, b.path) AS path_a, if(a.id < b.id, b.path, a.path) AS path_b, hamming,
        least(a.id, b.id) AS id_a, greatest(a.id, b.id) AS id_b
    FROM near JOIN document a ON a.fingerprint = near.a JOIN document b ON b.fingerprint = near.b
    WHERE near.a <> near.b OR a.id < b.id
    ORDER BY hamming, id_a, id_b
) TO 'pairs.csv' (HEADER);

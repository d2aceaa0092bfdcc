-- A past: 40,000 postings of one coin from `world` to `bank`, one a second, so that what reads moves has some to read.

INSERT INTO transactions (effective, metadata, postings)
SELECT timestamptz '2026-01-01' + n * interval '1 second', '{}', '[]' FROM generate_series(1, 40000) n;

INSERT INTO moves (transaction, account, asset, input, output, effective,
                   running_input, running_output, effective_input, effective_output)
SELECT id, side.account, 'COIN', side.input, side.output, effective,
       id * side.input, id * side.output, id * side.input, id * side.output
FROM transactions, (VALUES ('world', 0, 1), ('bank', 1, 0)) AS side (account, input, output);

INSERT INTO accounts VALUES ('world', '{world}'), ('bank', '{bank}');

INSERT INTO volumes SELECT account, asset, sum(input), sum(output) FROM moves GROUP BY account, asset;

VACUUM ANALYZE;

-- What the ledger keeps. Volumes are all that ever went into an account and out of it, for each asset; the balance is
-- the difference.

CREATE TABLE transactions (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  effective timestamptz NOT NULL,
  metadata  jsonb NOT NULL,
  postings  jsonb NOT NULL
);

-- One row for each side of each posting. What volumes were after it is kept where the feature is on: in the order of
-- commits (running_), and in the order of effective dates (effective_).
CREATE TABLE moves (
  id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  transaction      bigint NOT NULL REFERENCES transactions,
  account          text NOT NULL,
  asset            text NOT NULL,
  input            bigint NOT NULL,
  output           bigint NOT NULL,
  effective        timestamptz NOT NULL,
  running_input    bigint,
  running_output   bigint,
  effective_input  bigint,
  effective_output bigint
);
CREATE INDEX moves_by_date ON moves (account, asset, effective DESC, id DESC);

CREATE TABLE accounts (
  address  text PRIMARY KEY,
  segments text[] -- the parts of the address between colons
);
CREATE INDEX accounts_by_segment ON accounts USING gin (segments);

-- Running volumes: transactions that change the same account wait for one another at its row.
CREATE TABLE volumes (
  account text,
  asset   text,
  input   bigint NOT NULL,
  output  bigint NOT NULL,
  PRIMARY KEY (account, asset)
);

-- The log. With the chain, each hash covers the one before it, so all transactions wait for one another at its head.
CREATE TABLE log (
  transaction bigint PRIMARY KEY REFERENCES transactions,
  position    bigint UNIQUE,
  entry       bytea NOT NULL,
  hash        bytea
);
CREATE TABLE log_head (position bigint NOT NULL, hash bytea NOT NULL);
INSERT INTO log_head VALUES (0, '');

CREATE TABLE metadata_history (
  transaction bigint NOT NULL REFERENCES transactions,
  revision    int NOT NULL,
  metadata    jsonb NOT NULL,
  PRIMARY KEY (transaction, revision)
);

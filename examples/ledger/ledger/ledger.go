package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Ledger books transactions in PostgreSQL.
type Ledger struct {
	pool     *pgxpool.Pool
	features Features
}

// Book stores a transaction and returns it with its number.
func (l *Ledger) Book(ctx context.Context, t Transaction) (Transaction, error) {
	if err := t.validate(); err != nil {
		return t, err
	}
	if t.Metadata == nil {
		t.Metadata = map[string]string{}
	}
	if t.Effective.IsZero() {
		t.Effective = time.Now()
	}
	t.Effective = t.Effective.UTC().Truncate(time.Microsecond) // what PostgreSQL keeps
	err := pgx.BeginFunc(ctx, l.pool, func(tx pgx.Tx) error {
		const insert = `INSERT INTO transactions (effective, metadata, postings) VALUES ($1, $2, $3) RETURNING id`
		if err := tx.QueryRow(ctx, insert, t.Effective, t.Metadata, t.Postings).Scan(&t.ID); err != nil {
			return err
		}
		for _, move := range t.moves() {
			if err := l.move(ctx, tx, t, move); err != nil {
				return err
			}
		}
		if l.features.History {
			const revision = `INSERT INTO metadata_history (transaction, revision, metadata) VALUES ($1, 1, $2)`
			if _, err := tx.Exec(ctx, revision, t.ID, t.Metadata); err != nil {
				return err
			}
		}
		// Last, since all others wait for the head of the chain until this transaction is committed.
		return l.log(ctx, tx, t)
	})
	return t, err
}

func (l *Ledger) move(ctx context.Context, tx pgx.Tx, t Transaction, m Move) error {
	const account = `INSERT INTO accounts (address, segments) VALUES ($1, $2) ON CONFLICT DO NOTHING`
	var segments []string
	if l.features.Segments {
		segments = strings.Split(m.Account, ":")
	}
	if _, err := tx.Exec(ctx, account, m.Account, segments); err != nil {
		return err
	}
	var running, effective [2]*int64
	if l.features.Volumes {
		const add = `INSERT INTO volumes AS v (account, asset, input, output) VALUES ($1, $2, $3, $4)
			ON CONFLICT (account, asset) DO UPDATE SET input = v.input + excluded.input, output = v.output + excluded.output
			RETURNING input, output`
		if err := tx.QueryRow(ctx, add, m.Account, m.Asset, m.Input, m.Output).Scan(&running[0], &running[1]); err != nil {
			return err
		}
	}
	if l.features.EffectiveVolumes {
		var err error
		if effective, err = shiftEffective(ctx, tx, t.Effective, m); err != nil {
			return err
		}
	}
	const move = `INSERT INTO moves (transaction, account, asset, input, output, effective,
		running_input, running_output, effective_input, effective_output) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`
	_, err := tx.Exec(ctx, move, t.ID, m.Account, m.Asset, m.Input, m.Output, t.Effective,
		running[0], running[1], effective[0], effective[1])
	return err
}

// shiftEffective returns an account's volumes right after a move at its effective date, and adds the move to those of
// all moves with a later date. The row of the running volumes is locked: nobody else changes this account meanwhile.
func shiftEffective(ctx context.Context, tx pgx.Tx, at time.Time, m Move) (after [2]*int64, err error) {
	const before = `SELECT effective_input, effective_output FROM moves
		WHERE account = $1 AND asset = $2 AND effective <= $3 ORDER BY effective DESC, id DESC LIMIT 1`
	input, output := new(int64), new(int64)
	err = tx.QueryRow(ctx, before, m.Account, m.Asset, at).Scan(input, output)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return after, err
	}
	*input += m.Input
	*output += m.Output
	const later = `UPDATE moves SET effective_input = effective_input + $4, effective_output = effective_output + $5
		WHERE account = $1 AND asset = $2 AND effective > $3`
	_, err = tx.Exec(ctx, later, m.Account, m.Asset, at, m.Input, m.Output)
	return [2]*int64{input, output}, err
}

func (l *Ledger) log(ctx context.Context, tx pgx.Tx, t Transaction) error {
	entry, err := json.Marshal(t)
	if err != nil {
		return err
	}
	if !l.features.HashLog {
		_, err = tx.Exec(ctx, `INSERT INTO log (transaction, entry) VALUES ($1, $2)`, t.ID, entry)
		return err
	}
	var position int64
	var last []byte
	if err := tx.QueryRow(ctx, `SELECT position, hash FROM log_head FOR UPDATE`).Scan(&position, &last); err != nil {
		return err
	}
	hash := sha256.Sum256(append(last, entry...))
	const add = `INSERT INTO log (transaction, position, entry, hash) VALUES ($1, $2, $3, $4)`
	if _, err := tx.Exec(ctx, add, t.ID, position+1, entry, hash[:]); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE log_head SET position = $1, hash = $2`, position+1, hash[:])
	return err
}

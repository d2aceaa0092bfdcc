package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// startPostgres runs ../postgres.sh as Tailgate does, and returns the address of the database.
func startPostgres(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	listener.Close()
	command := func(what string) *exec.Cmd {
		c := exec.Command("../postgres.sh", what)
		c.Env = append(os.Environ(), "PORT="+port, "TAILGATE_INSTANCE=test"+port)
		c.Stderr = os.Stderr
		return c
	}
	run := func(what string) {
		if err := command(what).Run(); err != nil {
			t.Fatal(what, err)
		}
	}
	if _, err := os.Stat("../.data/template"); err != nil {
		run("make")
	}
	run("copy")
	server := command("run")
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		server.Process.Signal(syscall.SIGINT)
		server.Wait()
		run("remove")
	})
	return fmt.Sprintf("postgres://ledger@127.0.0.1:%s/postgres", port)
}

func open(t *testing.T, url string, features Features) *Ledger {
	t.Helper()
	ledger, err := openLedger(context.Background(), url, features)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(ledger.pool.Close)
	for range 200 {
		if err = ledger.pool.Ping(context.Background()); err == nil {
			return ledger
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal(err)
	return nil
}

func coins(from, to string) Transaction {
	return Transaction{Postings: []Posting{{from, to, "COIN", 10}}}
}

func TestEveryCombinationOfFeaturesBooksTheSame(t *testing.T) {
	ctx, url := context.Background(), startPostgres(t)
	for n := range 32 {
		f := Features{n&1 > 0, n&2 > 0, n&4 > 0, n&8 > 0, n&16 > 0}
		if f.EffectiveVolumes && !f.Volumes {
			continue
		}
		// Each has accounts of its own: volumes are kept from an account's first move on, or never.
		ledger, from, to := open(t, url, f), fmt.Sprintf("from:%d", n), fmt.Sprintf("to:%d", n)
		var all sync.WaitGroup
		for range 20 {
			all.Add(1)
			go func() {
				defer all.Done()
				if _, err := ledger.Book(ctx, coins(from, to)); err != nil {
					t.Error(err)
				}
			}()
		}
		all.Wait()
		volumes, err := ledger.Volumes(ctx, to)
		if err != nil || volumes["COIN"].Balance != 200 {
			t.Fatalf("%+v: %+v %v", f, volumes, err)
		}
		ledger.pool.Close()
	}
	count, err := open(t, url, Features{}).Verify(ctx)
	if err != nil || count != 12*20 {
		t.Fatalf("a chain of %d entries: %v", count, err)
	}
}

func TestVolumesByDateFollowDatesAndNotCommits(t *testing.T) {
	ctx := context.Background()
	ledger := open(t, startPostgres(t), Features{Volumes: true, EffectiveVolumes: true})
	now := time.Now()
	for _, hours := range []time.Duration{-3, -1, -2} {
		booking := coins("world", "late")
		booking.Effective = now.Add(hours * time.Hour)
		if _, err := ledger.Book(ctx, booking); err != nil {
			t.Fatal(err)
		}
	}
	var byDate, byCommit string
	const query = `SELECT string_agg(effective_input::text, ' ' ORDER BY effective),
		string_agg(running_input::text, ' ' ORDER BY effective) FROM moves WHERE account = 'late'`
	if err := ledger.pool.QueryRow(ctx, query).Scan(&byDate, &byCommit); err != nil {
		t.Fatal(err)
	}
	if byDate != "10 20 30" || byCommit != "10 30 20" {
		t.Errorf("by date %s, by commit %s", byDate, byCommit)
	}
}

func TestAnEntryChangedLaterBreaksTheChain(t *testing.T) {
	ctx := context.Background()
	ledger := open(t, startPostgres(t), Features{HashLog: true})
	for range 3 {
		if _, err := ledger.Book(ctx, coins("world", "bank")); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := ledger.pool.Exec(ctx, `UPDATE log SET entry = '{}' WHERE position = 2`); err != nil {
		t.Fatal(err)
	}
	if _, err := ledger.Verify(ctx); err == nil || !strings.Contains(err.Error(), "entry 2") {
		t.Error(err)
	}
}

func TestBadTransactionsAreRejected(t *testing.T) {
	for _, bad := range []Transaction{{}, coins("World", "bank"), coins("world", ""), {Postings: []Posting{{"a", "b", "COIN", 0}}}} {
		if bad.validate() == nil {
			t.Errorf("%+v was not rejected", bad)
		}
	}
}

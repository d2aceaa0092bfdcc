package main

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"log"
	"math/rand/v2"
	"os"
	"sync"
	"time"

	"go.etcd.io/raft/v3"
	"go.etcd.io/raft/v3/raftpb"
)

const (
	clusterSize = 3
	// Raft counts ticks, not time: a node that was halted (SIGSTOP) takes up where it was, and elects nobody new.
	tick          = 50 * time.Millisecond
	electionTicks = 20
	askAgain      = 200 * time.Millisecond
)

var errNoLeader = errors.New("no majority of nodes has answered in time")

// Node is one member of the cluster: the Raft log in memory, and the catalogue that follows from it.
type Node struct {
	id      uint64
	store   *Store
	raft    raft.Node
	log     *raft.MemoryStorage
	mesh    *Mesh
	mutex   sync.Mutex
	applied uint64
	// What requests wait for: a read for the log position to read at, a command for its application.
	reads    map[uint64]chan uint64
	commands map[uint64]chan struct{}
	changed  chan struct{} // closed, and made anew, when `applied` grows
}

func startNode(ctx context.Context, id uint64, earlier []string) *Node {
	n := &Node{id: id, store: newStore(), log: raft.NewMemoryStorage(), changed: make(chan struct{})}
	n.reads, n.commands = map[uint64]chan uint64{}, map[uint64]chan struct{}{}
	peers := make([]raft.Peer, clusterSize)
	for i := range peers {
		peers[i].ID = uint64(i + 1)
	}
	n.raft = raft.StartNode(&raft.Config{
		ID: id, ElectionTick: electionTicks, HeartbeatTick: 1, Storage: n.log,
		MaxSizePerMsg: 1 << 20, MaxInflightMsgs: 256, CheckQuorum: true, PreVote: true,
		Logger: &raft.DefaultLogger{Logger: log.New(os.Stderr, "raft ", 0)},
	}, peers)
	n.mesh = newMesh(id, func(m raftpb.Message) { n.raft.Step(ctx, m) }, func() {
		// Node 1 leads from the start, so that every run measures the same.
		if id == 1 && n.raft.Status().Lead == raft.None {
			n.raft.Campaign(ctx)
		}
	})
	for i, url := range earlier {
		go n.mesh.Dial(ctx, uint64(i+1), url)
	}
	go n.run(ctx)
	return n
}

func (n *Node) run(ctx context.Context) {
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	defer n.raft.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			n.raft.Tick()
		case ready := <-n.raft.Ready():
			n.log.Append(ready.Entries)
			if !raft.IsEmptyHardState(ready.HardState) {
				n.log.SetHardState(ready.HardState)
			}
			n.mesh.Send(ready.Messages)
			for _, state := range ready.ReadStates {
				n.answer(binary.BigEndian.Uint64(state.RequestCtx), state.Index)
			}
			n.apply(ready.CommittedEntries)
			n.raft.Advance()
		}
	}
}

func (n *Node) apply(entries []raftpb.Entry) {
	for _, entry := range entries {
		switch {
		case entry.Type == raftpb.EntryConfChange:
			var change raftpb.ConfChange
			if err := change.Unmarshal(entry.Data); err != nil {
				panic(err)
			}
			n.raft.ApplyConfChange(change)
		case len(entry.Data) > 0:
			var command Command
			if err := json.Unmarshal(entry.Data, &command); err != nil {
				panic(err) // nothing but Change writes to the log
			}
			n.store.Apply(command)
			n.finish(command.Request)
		}
	}
	if len(entries) > 0 {
		n.mutex.Lock()
		n.applied = entries[len(entries)-1].Index
		close(n.changed)
		n.changed = make(chan struct{})
		n.mutex.Unlock()
	}
}

func (n *Node) answer(request, index uint64) {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	if waiting, ok := n.reads[request]; ok {
		waiting <- index
		delete(n.reads, request)
	}
}

func (n *Node) finish(request uint64) {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	if waiting, ok := n.commands[request]; ok {
		close(waiting)
		delete(n.commands, request)
	}
}

// Confirm returns once this node knows all that had been committed when it was called. The leader asks a majority
// whether it still leads (Raft thesis, section 6.4). Without that a read could be stale.
func (n *Node) Confirm(ctx context.Context) error {
	for ctx.Err() == nil {
		request := rand.Uint64()
		waiting := make(chan uint64, 1)
		n.mutex.Lock()
		n.reads[request] = waiting
		n.mutex.Unlock()
		if err := n.raft.ReadIndex(ctx, binary.BigEndian.AppendUint64(nil, request)); err != nil {
			return err
		}
		select {
		case index := <-waiting:
			return n.await(ctx, index)
		case <-time.After(askAgain): // without a leader nobody answers
		case <-ctx.Done():
		}
		n.mutex.Lock()
		delete(n.reads, request)
		n.mutex.Unlock()
	}
	return errNoLeader
}

func (n *Node) await(ctx context.Context, index uint64) error {
	for {
		n.mutex.Lock()
		applied, changed := n.applied, n.changed
		n.mutex.Unlock()
		if applied >= index {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return errNoLeader
		}
	}
}

// Change proposes a command, and returns once it has been applied here.
func (n *Node) Change(ctx context.Context, command Command) error {
	command.Request = rand.Uint64()
	waiting := make(chan struct{})
	n.mutex.Lock()
	n.commands[command.Request] = waiting
	n.mutex.Unlock()
	defer n.finish(command.Request)
	data, err := json.Marshal(command)
	if err != nil {
		return err
	}
	if err := n.raft.Propose(ctx, data); err != nil {
		return err
	}
	select {
	case <-waiting:
		return nil
	case <-ctx.Done():
		return errNoLeader
	}
}

func (n *Node) leads() bool { return n.raft.Status().Lead == n.id }

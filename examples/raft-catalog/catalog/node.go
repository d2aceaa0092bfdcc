package main

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"log"
	"math/rand/v2"
	"net/rpc"
	"os"
	"slices"
	"sync"
	"sync/atomic"
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
	id        uint64
	raft      raft.Node
	log       *raft.MemoryStorage
	mesh      *Mesh
	catalogue atomic.Pointer[Catalogue]
	applied   uint64
	reads     sync.Map         // number of a read that waits → channel that is closed when it may go on
	confirmed []raft.ReadState // reads that wait for their position of the log
}

func startNode(id uint64) *Node {
	n := &Node{id: id, log: raft.NewMemoryStorage()}
	peers := make([]raft.Peer, clusterSize)
	for i := range peers {
		peers[i].ID = uint64(i + 1)
	}
	n.raft = raft.StartNode(&raft.Config{
		ID: id, ElectionTick: electionTicks, HeartbeatTick: 1, Storage: n.log,
		MaxSizePerMsg: 1 << 20, MaxInflightMsgs: 256, CheckQuorum: true, PreVote: true,
		Logger: &raft.DefaultLogger{Logger: log.New(os.Stderr, "raft ", 0)},
	}, peers)
	joined := func() {
		// Node 1 leads from the start, so that every run measures the same.
		if id == 1 && n.raft.Status().Lead == raft.None {
			n.raft.Campaign(context.Background())
		}
	}
	deliver := func(m raftpb.Message) { n.raft.Step(context.Background(), m) }
	n.mesh = &Mesh{deliver: deliver, joined: joined, peers: map[uint64]*rpc.Client{}}
	go n.run()
	return n
}

func (n *Node) run() {
	ticker := time.NewTicker(tick)
	for {
		select {
		case <-ticker.C:
			n.raft.Tick()
		case ready := <-n.raft.Ready():
			n.log.Append(ready.Entries)
			if !raft.IsEmptyHardState(ready.HardState) {
				n.log.SetHardState(ready.HardState)
			}
			n.mesh.Send(ready.Messages)
			for _, entry := range ready.CommittedEntries {
				n.apply(entry)
			}
			n.confirmed = slices.DeleteFunc(append(n.confirmed, ready.ReadStates...), n.letGo)
			n.raft.Advance()
		}
	}
}

func (n *Node) apply(entry raftpb.Entry) {
	n.applied = entry.Index
	switch {
	case entry.Type == raftpb.EntryConfChange:
		var change raftpb.ConfChange
		if err := change.Unmarshal(entry.Data); err != nil {
			panic(err)
		}
		n.raft.ApplyConfChange(change)
	case len(entry.Data) > 0:
		catalogue := &Catalogue{}
		if err := json.Unmarshal(entry.Data, catalogue); err != nil {
			panic(err) // nothing but fill writes to the log
		}
		n.catalogue.Store(catalogue)
	}
}

// letGo lets a read go on once this node has applied all that had been committed before it.
func (n *Node) letGo(state raft.ReadState) bool {
	if state.Index > n.applied {
		return false
	}
	if waiting, ok := n.reads.LoadAndDelete(binary.BigEndian.Uint64(state.RequestCtx)); ok {
		close(waiting.(chan struct{}))
	}
	return true
}

// Confirm returns once this node knows all that had been committed when it was called. The leader asks a majority
// whether it still leads (Raft thesis, section 6.4). Without that a read could be stale.
func (n *Node) Confirm(ctx context.Context) error {
	for ctx.Err() == nil {
		number, waiting := rand.Uint64(), make(chan struct{})
		n.reads.Store(number, waiting)
		defer n.reads.Delete(number)
		if err := n.raft.ReadIndex(ctx, binary.BigEndian.AppendUint64(nil, number)); err != nil {
			return err
		}
		select {
		case <-waiting:
			return nil
		case <-time.After(askAgain): // without a leader nobody answers
		case <-ctx.Done():
		}
	}
	return errNoLeader
}

// fill puts the first catalogue into the log, as soon as there is a leader.
func (n *Node) fill() {
	data, err := json.Marshal(firstCatalogue())
	if err != nil {
		panic(err) // texts are always JSON
	}
	for n.catalogue.Load() == nil {
		n.raft.Propose(context.Background(), data)
		time.Sleep(tick)
	}
}

func (n *Node) leads() bool { return n.raft.Status().Lead == n.id }

package main

import (
	"log"
	"net/rpc"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"go.etcd.io/raft/v3/raftpb"
)

// Mesh carries Raft messages between nodes by net/rpc, on the HTTP port of each. A node calls those that were started
// before it and tells them its own address, so it needs to know only theirs.
type Mesh struct {
	deliver  func(raftpb.Message)
	joined   func()
	mutex    sync.Mutex
	peers    map[uint64]*rpc.Client
	cutUntil atomic.Int64 // Unix ns
}

// Peer is what a node tells of itself.
type Peer struct {
	ID  uint64
	URL string
}

// Calls are what other nodes may ask for.
type Calls struct{ mesh *Mesh }

// Join calls back a node that has just been started.
func (c Calls) Join(peer Peer, _ *bool) error {
	if _, err := c.mesh.dial(peer); err != nil {
		return err
	}
	c.mesh.joined()
	return nil
}

// Step takes one message.
func (c Calls) Step(data []byte, _ *bool) error {
	var message raftpb.Message
	if err := message.Unmarshal(data); err != nil || c.mesh.isCut() {
		return err
	}
	c.mesh.deliver(message)
	return nil
}

// join makes a node known to one that was started before it.
func (m *Mesh) join(self, earlier Peer) {
	client, err := m.dial(earlier)
	if err == nil {
		err = client.Call("Calls.Join", self, new(bool))
	}
	if err != nil {
		log.Fatalf("node %d cannot join node %d: %v", self.ID, earlier.ID, err)
	}
}

func (m *Mesh) dial(peer Peer) (*rpc.Client, error) {
	client, err := rpc.DialHTTP("tcp", strings.TrimPrefix(peer.URL, "http://"))
	if err != nil {
		return nil, err
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.peers[peer.ID] = client
	return client, nil
}

// Send does not wait. What does not arrive is lost: Raft sends what matters again.
func (m *Mesh) Send(messages []raftpb.Message) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	for _, message := range messages {
		client, ok := m.peers[message.To]
		if !ok || m.isCut() {
			continue
		}
		data, err := message.Marshal()
		if err != nil {
			panic(err) // Raft made this message itself
		}
		client.Go("Calls.Step", data, new(bool), nil)
	}
}

// Cut drops all messages, in and out, for a while.
func (m *Mesh) Cut(length time.Duration) { m.cutUntil.Store(time.Now().Add(length).UnixNano()) }

func (m *Mesh) isCut() bool { return time.Now().UnixNano() < m.cutUntil.Load() }

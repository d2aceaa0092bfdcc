package main

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"go.etcd.io/raft/v3/raftpb"
)

const (
	queueLength  = 1024
	redialDelay  = 50 * time.Millisecond
	largestFrame = 16 << 20
)

// Mesh carries Raft messages between nodes: one connection for each pair, which the node with the higher number opens
// on the HTTP port of the other. So a node needs only the addresses of those that were started before it.
type Mesh struct {
	self      uint64
	deliver   func(raftpb.Message)
	connected func()
	mutex     sync.Mutex
	queues    map[uint64]chan raftpb.Message
	open      map[uint64]net.Conn
	cutUntil  atomic.Int64 // Unix ns
}

func newMesh(self uint64, deliver func(raftpb.Message), connected func()) *Mesh {
	m := &Mesh{self: self, deliver: deliver, connected: connected}
	m.queues, m.open = map[uint64]chan raftpb.Message{}, map[uint64]net.Conn{}
	for id := uint64(1); id <= clusterSize; id++ {
		m.queues[id] = make(chan raftpb.Message, queueLength)
	}
	return m
}

// Cut drops all messages, in and out, for a while.
func (m *Mesh) Cut(length time.Duration) { m.cutUntil.Store(time.Now().Add(length).UnixNano()) }

func (m *Mesh) isCut() bool { return time.Now().UnixNano() < m.cutUntil.Load() }

// Send queues messages. One that does not fit is dropped: Raft sends what matters again.
func (m *Mesh) Send(messages []raftpb.Message) {
	if m.isCut() {
		return
	}
	for _, message := range messages {
		select {
		case m.queues[message.To] <- message:
		default:
		}
	}
}

// Accept takes the connection of a node with a higher number out of an HTTP request.
func (m *Mesh) Accept(w http.ResponseWriter, r *http.Request) {
	from, err := strconv.ParseUint(r.URL.Query().Get("from"), 10, 64)
	if err != nil || from <= m.self || from > clusterSize {
		http.Error(w, "from: expected the number of a node after this one", http.StatusBadRequest)
		return
	}
	conn, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	if _, err := io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: raft\r\n\r\n"); err != nil {
		conn.Close()
		return
	}
	m.run(from, conn, buffered.Reader)
}

// Dial keeps a connection to a node with a lower number, at an http URL, until the context ends.
func (m *Mesh) Dial(ctx context.Context, to uint64, base string) {
	for ctx.Err() == nil {
		if err := m.dialOnce(ctx, to, base); err != nil && ctx.Err() == nil {
			log.Printf("node %d: connection to node %d: %v", m.self, to, err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(redialDelay):
		}
	}
}

func (m *Mesh) dialOnce(ctx context.Context, to uint64, base string) error {
	address, err := url.Parse(base)
	if err != nil {
		return err
	}
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", address.Host)
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	fmt.Fprintf(conn, "GET /raft?from=%d HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: raft\r\n\r\n", m.self, address.Host)
	reader := bufio.NewReader(conn)
	answer, err := http.ReadResponse(reader, nil)
	if err != nil {
		conn.Close()
		return err
	}
	if answer.StatusCode != http.StatusSwitchingProtocols {
		conn.Close()
		return fmt.Errorf("answered %s", answer.Status)
	}
	m.run(to, conn, reader)
	return nil
}

// run carries messages both ways until the connection breaks. A new connection takes the place of an older one.
func (m *Mesh) run(peer uint64, conn net.Conn, reader *bufio.Reader) {
	m.mutex.Lock()
	if former := m.open[peer]; former != nil {
		former.Close()
	}
	m.open[peer] = conn
	m.mutex.Unlock()
	done := make(chan struct{})
	go m.write(peer, conn, done)
	m.connected()
	for {
		message, err := readFrame(reader)
		if err != nil {
			break
		}
		if !m.isCut() {
			m.deliver(message)
		}
	}
	conn.Close()
	close(done)
}

func (m *Mesh) write(peer uint64, conn net.Conn, done chan struct{}) {
	for {
		select {
		case <-done:
			return
		case message := <-m.queues[peer]:
			body, err := message.Marshal()
			if err != nil {
				panic(err) // Raft made this message itself
			}
			frame := append(binary.BigEndian.AppendUint32(nil, uint32(len(body))), body...)
			if _, err := conn.Write(frame); err != nil {
				conn.Close()
				return
			}
		}
	}
}

func readFrame(reader io.Reader) (message raftpb.Message, err error) {
	var length uint32
	if err = binary.Read(reader, binary.BigEndian, &length); err != nil {
		return message, err
	}
	if length > largestFrame {
		return message, fmt.Errorf("a frame of %d bytes", length)
	}
	body := make([]byte, length)
	if _, err = io.ReadFull(reader, body); err != nil {
		return message, err
	}
	return message, message.Unmarshal(body)
}

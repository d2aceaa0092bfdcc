package main

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// startCluster starts three nodes, and returns their addresses and what stops each.
func startCluster(t *testing.T) (urls []string, stops []func()) {
	t.Helper()
	for id := uint64(1); id <= clusterSize; id++ {
		ctx, cancel := context.WithCancel(context.Background())
		node := startNode(ctx, id, urls)
		server := httptest.NewServer(serveNode(node, func() {}))
		urls = append(urls, server.URL)
		stops = append(stops, func() { cancel(); server.CloseClientConnections(); server.Close() })
		if id == 1 {
			go seed(ctx, node)
		}
	}
	t.Cleanup(func() {
		for _, stop := range stops {
			stop()
		}
	})
	waitFor(t, func() bool { status, _ := send("GET", urls[2]+"/healthz", ""); return status == 200 })
	return urls, stops
}

func waitFor(t *testing.T, holds func() bool) {
	t.Helper()
	for range 500 {
		if holds() {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatal("waited for 10 s in vain")
}

func send(method, url, body string) (int, string) {
	request, _ := http.NewRequest(method, url, strings.NewReader(body))
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err.Error()
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	return answer.StatusCode, string(text)
}

func TestEveryNodeReadsWhatAnotherHasWritten(t *testing.T) {
	urls, _ := startCluster(t)
	if status, text := send("PUT", urls[1]+"/entries/99", `{"name":"fog horn"}`); status != 204 {
		t.Fatal(status, text)
	}
	for _, url := range urls {
		if _, text := send("GET", url+"/search/horn", ""); !strings.Contains(text, `"99"`) {
			t.Errorf("%s does not know what was written: %s", url, text)
		}
	}
	send("DELETE", urls[2]+"/entries/99", "")
	if status, _ := send("GET", urls[0]+"/lookup/99", ""); status != 404 {
		t.Errorf("a removed entry is answered with %d", status)
	}
}

func TestWithoutItsLeaderTheClusterElectsAnotherAndLosesNothing(t *testing.T) {
	urls, stops := startCluster(t)
	stops[0]()
	stops[0] = func() {}
	waitFor(t, func() bool {
		status, text := send("GET", urls[1]+"/lookup/1", "")
		return status == 200 && strings.Contains(text, "lamp 1")
	})
}

func TestALeaderThatIsCutOffAnswersAgainLater(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	var nodes []*Node
	var urls []string
	for id := uint64(1); id <= clusterSize; id++ {
		node := startNode(ctx, id, urls)
		server := httptest.NewServer(serveNode(node, func() {}))
		t.Cleanup(func() { server.CloseClientConnections(); server.Close() })
		nodes, urls = append(nodes, node), append(urls, server.URL)
	}
	waitFor(t, func() bool { return nodes[0].leads() })
	nodes[0].mesh.Cut(cutOff)
	waitFor(t, func() bool { return nodes[1].leads() || nodes[2].leads() })
	waitFor(t, func() bool { status, _ := send("GET", urls[0]+"/lookup", ""); return status == 200 })
}

func TestAMinorityAnswersNobody(t *testing.T) {
	urls, stops := startCluster(t)
	stops[0]()
	stops[1]()
	stops[0], stops[1] = func() {}, func() {}
	if status, text := send("GET", urls[2]+"/lookup/1", ""); status != 503 {
		t.Fatal(status, text)
	}
}

func TestTheFrontEndAsksOnceWhileAnAnswerIsFresh(t *testing.T) {
	var asked atomic.Int64
	node := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		io.WriteString(w, r.URL.Path)
	}))
	defer node.Close()
	gone := "http://127.0.0.1:1"
	cached, direct := newFront([]string{gone, node.URL}, time.Minute), newFront([]string{gone, node.URL}, 0)
	for _, c := range []struct {
		front *Front
		asked int64
	}{{cached, 1}, {direct, 3}} {
		asked.Store(0)
		for range 3 {
			answer := httptest.NewRecorder()
			c.front.ServeHTTP(answer, httptest.NewRequest("GET", "/lookup/1", nil))
			if answer.Code != 200 || answer.Body.String() != "/lookup/1" {
				t.Fatal(answer.Code, answer.Body)
			}
		}
		if asked.Load() != c.asked {
			t.Errorf("asked %d times, not %d", asked.Load(), c.asked)
		}
	}
}

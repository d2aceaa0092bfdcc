package main

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const mostPages = 10_000

// Front answers the same reads as the nodes out of a cache. What it says may be as old as `fresh`; 0: no cache.
type Front struct {
	nodes   []string
	current atomic.Int64 // index of the node that answered last
	fresh   time.Duration
	client  *http.Client
	mutex   sync.Mutex
	cache   map[string]*page
}

type page struct {
	mutex  sync.Mutex // held while the page is fetched, so that one request fetches it for all
	at     time.Time
	status int
	body   []byte
}

func newFront(nodes []string, fresh time.Duration) *Front {
	transport := &http.Transport{MaxIdleConnsPerHost: 64}
	return &Front{nodes: nodes, fresh: fresh, cache: map[string]*page{}, client: &http.Client{Transport: transport, Timeout: patience}}
}

func (f *Front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := r.URL.EscapedPath()
	if r.Method != http.MethodGet || !(path == "/lookup" || strings.HasPrefix(path, "/lookup/") || strings.HasPrefix(path, "/search/")) {
		http.Error(w, "expected GET /lookup, /lookup/ID or /search/TEXT", http.StatusNotFound)
		return
	}
	status, body, err := f.find(r.Context(), path)
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("content-type", "application/json")
	w.WriteHeader(status)
	w.Write(body)
}

func (f *Front) find(ctx context.Context, path string) (int, []byte, error) {
	if f.fresh == 0 {
		return f.fetch(ctx, path)
	}
	p := f.page(path)
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if time.Since(p.at) < f.fresh {
		return p.status, p.body, nil
	}
	status, body, err := f.fetch(ctx, path)
	if err == nil {
		p.at, p.status, p.body = time.Now(), status, body
	}
	return status, body, err
}

// page finds the place of a path in the cache. A cache that is full begins anew.
func (f *Front) page(path string) *page {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	p, ok := f.cache[path]
	if !ok {
		if len(f.cache) >= mostPages {
			clear(f.cache)
		}
		p = &page{}
		f.cache[path] = p
	}
	return p
}

// fetch asks the node that answered last, and the others when it does not answer.
func (f *Front) fetch(ctx context.Context, path string) (int, []byte, error) {
	err := errors.New("no nodes")
	for range f.nodes {
		at := f.current.Load()
		var status int
		var body []byte
		if status, body, err = f.ask(ctx, f.nodes[at]+path); err == nil {
			return status, body, nil
		}
		f.current.CompareAndSwap(at, (at+1)%int64(len(f.nodes)))
	}
	return 0, nil, err
}

func (f *Front) ask(ctx context.Context, url string) (int, []byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return 0, nil, err
	}
	answer, err := f.client.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode >= http.StatusInternalServerError {
		err = errors.New(strings.TrimSpace(string(body)))
	}
	return answer.StatusCode, body, err
}

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

// Front answers the same reads as the nodes out of a cache. What it says may be as old as `fresh`; 0: no cache.
type Front struct {
	nodes   []string
	current atomic.Int64 // index of the node that answered last
	fresh   time.Duration
	client  *http.Client
	pages   sync.Map // path → *page
}

type page struct {
	mutex  sync.Mutex // held while the page is fetched, so that one request fetches it for all
	at     time.Time
	status int
	body   []byte
}

func newFront(nodes []string, fresh time.Duration) *Front {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}, Timeout: patience}
	return &Front{nodes: nodes, fresh: fresh, client: client}
}

func (f *Front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	status, body, err := f.find(r.Context(), r.URL.EscapedPath())
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("content-type", "application/json")
	w.WriteHeader(status)
	w.Write(body)
}

func (f *Front) find(ctx context.Context, path string) (status int, body []byte, err error) {
	if f.fresh == 0 {
		return f.fetch(ctx, path)
	}
	found, _ := f.pages.LoadOrStore(path, &page{})
	p := found.(*page)
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if time.Since(p.at) < f.fresh {
		return p.status, p.body, nil
	}
	if status, body, err = f.fetch(ctx, path); err == nil {
		p.at, p.status, p.body = time.Now(), status, body
	}
	return status, body, err
}

// fetch asks the node that answered last, and the others when it does not answer.
func (f *Front) fetch(ctx context.Context, path string) (status int, body []byte, err error) {
	for range f.nodes {
		at := f.current.Load()
		if status, body, err = f.ask(ctx, f.nodes[at]+path); err == nil {
			break
		}
		f.current.CompareAndSwap(at, (at+1)%int64(len(f.nodes)))
	}
	return status, body, err
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

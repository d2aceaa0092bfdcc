// A batch: each path of it goes through routers in routers as a request of its own.
package main

import "fmt"
import "net/http"
import "os"
import "github.com/go-chi/chi/v5"

func main() {
	server, batch := chi.NewRouter(), []*http.Request{}
	shelf := func(r chi.Router) { r.Get("/books/{id}", func(w http.ResponseWriter, r *http.Request) {}) }
	for i := range 500 {
		server.Route(fmt.Sprintf("/kind-%d", i), func(r chi.Router) { r.Route("/{shelf}", shelf) })
		one, _ := http.NewRequest("GET", fmt.Sprintf("/kind-%d/7/books/42", i), nil)
		batch = append(batch, one)
	}
	server.Get("/", func(w http.ResponseWriter, r *http.Request) {
		for _, one := range batch {
			server.ServeHTTP(w, one)
		}
		fmt.Fprint(w, len(batch))
	})
	http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), server)
}

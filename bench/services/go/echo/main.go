// Command echo answers at once: what is measured is the machine, the kernel and k6.
package main

import (
	"fmt"
	"net/http"

	"tailgate.bench/services/injection"
)

func main() {
	injection.Serve(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintln(w, r.URL.Path)
	})
}

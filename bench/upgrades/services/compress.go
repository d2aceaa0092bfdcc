// A page of JSON lines, compressed for those that ask for it.
package main

import "fmt"
import "math/rand"
import "net/http"
import "os"
import "github.com/klauspost/compress/gzhttp"

func main() {
	page, random := []byte{}, rand.New(rand.NewSource(7))
	for id := range 2400 {
		page = fmt.Appendf(page, "{\"id\":%d,\"title\":\"Book %x\",\"tags\":[\"a\",\"b\"]}\n", id, random.Int63())
	}
	serve := func(w http.ResponseWriter, r *http.Request) { w.Write(page) }
	http.Handle("/", gzhttp.GzipHandler(http.HandlerFunc(serve)))
	http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil)
}

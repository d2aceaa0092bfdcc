package main

import (
	"fmt"
	"net/http"
	"os"

	"example.com/search/text"
)

func main() {
	index := text.NewIndex()
	http.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintln(w, index.Find("the quick, brown fox; jumps over the lazy dog"))
	})
	if err := http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil); err != nil {
		panic(err)
	}
}

package main

import (
	"net/http"
	"os"

	"example.com/timeline/items"
)

func main() {
	http.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		store := items.Default()
		w.Write(items.EncodeItems(store.Latest(150)))
	})
	if err := http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil); err != nil {
		panic(err)
	}
}

package main

import (
	"fmt"
	"net/http"
	"os"

	"example.com/ledger/book"
)

func handle(w http.ResponseWriter, _ *http.Request) {
	balances := book.SumBalances()
	fmt.Fprint(w, book.FormatLines(balances), book.CheckTotals(balances))
}

func main() {
	http.HandleFunc("/", handle)
	if err := http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil); err != nil {
		panic(err)
	}
}

// Books by a rule of the caller, compiled for each request; the service gives the rule an operator for amounts.
package main

import "fmt"
import "net/http"
import "os"
import "github.com/expr-lang/expr"

type Amount struct{ Cents int }
type Book struct{ Price, Post Amount }

func (Book) Add(a, b Amount) Amount { return Amount{a.Cents + b.Cents} }

func main() {
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		rule, err := expr.Compile(r.FormValue("where"), expr.Env(Book{}), expr.Operator("+", "Add"), expr.AsBool())
		for id := 0; id < 1000 && err == nil; id++ {
			fits, _ := expr.Run(rule, Book{Amount{id * 7}, Amount{300}})
			fmt.Fprintln(w, id, fits)
		}
	})
	http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil)
}

// A batch: each path of it goes through the router as a request of its own.
package main

import "fmt"
import "net/http"
import "os"
import "github.com/labstack/echo/v4"

func main() {
	server, batch := echo.New(), []*http.Request{}
	for i := range 2000 {
		server.GET(fmt.Sprintf("/kind-%d/:shelf/books/:id", i), func(c echo.Context) error { return nil })
		one, _ := http.NewRequest("GET", fmt.Sprintf("/kind-%d/7/books/42", i), nil)
		batch = append(batch, one)
	}
	server.GET("/", func(c echo.Context) error {
		for _, one := range batch {
			server.ServeHTTP(c.Response(), one)
		}
		return c.JSON(200, len(batch))
	})
	http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), server)
}

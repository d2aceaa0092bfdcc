// A saved search: which values of each facet its query ticks.
package main

import "fmt"
import "os"
import "github.com/gin-gonic/gin"

func main() {
	gin.SetMode(gin.ReleaseMode)
	server, saved := gin.New(), ""
	for i := range 100 {
		saved += fmt.Sprintf("facet-%d[value-%d]=on&", i*4, i)
	}
	server.GET("/", func(c *gin.Context) {
		c.Request.URL.RawQuery = saved
		ticked := [400]map[string]string{}
		for facet := range ticked {
			ticked[facet] = c.QueryMap(fmt.Sprintf("facet-%d", facet))
		}
		c.JSON(200, ticked)
	})
	server.Run("127.0.0.1:" + os.Getenv("PORT"))
}

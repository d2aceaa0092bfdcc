// Command pause does nothing: it holds the network of a pod for the containers in it.
package main

import "syscall"

func main() {
	_ = syscall.Pause()
}

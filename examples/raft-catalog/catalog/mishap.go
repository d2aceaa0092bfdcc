package main

import (
	"log"
	"sync/atomic"
	"syscall"
	"time"
)

const cutOff = 3 * time.Second

// makeMishaps returns what is called before each read of a node. CATALOG_DIE_AFTER=4000: the node dies at its 4,000th
// read if it leads then. CATALOG_CUT_EVERY=4000: at each 4,000th it is cut off from the others for three seconds.
func makeMishaps(n *Node) func() {
	dieAfter, cutEvery := number("CATALOG_DIE_AFTER"), number("CATALOG_CUT_EVERY")
	var reads atomic.Int64
	return func() {
		read := reads.Add(1)
		if read == dieAfter && n.leads() {
			log.Print("the leader dies, as CATALOG_DIE_AFTER asks")
			syscall.Kill(syscall.Getpid(), syscall.SIGKILL)
		}
		if cutEvery > 0 && read%cutEvery == 0 {
			log.Print("this node is cut off, as CATALOG_CUT_EVERY asks")
			n.mesh.Cut(cutOff)
		}
	}
}

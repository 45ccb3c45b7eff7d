// Answers cases with the real kube-scheduler, in process: its own plugins, framework and scheduling
// code, built from the modules that go.mod pins. A case a line on standard input, an answer a line on
// standard output; test/conformance/README.md describes both.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"time"

	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/klog/v2"
)

// Answer is what the scheduler did with a case: a result for each of its pods.
type Answer struct {
	Name    string      `json:"name"`
	Version string      `json:"version"`
	Results []PodResult `json:"results"`
	Error   string      `json:"error,omitempty"`
}

func main() {
	klog.SetOutput(io.Discard)
	klog.LogToStderr(false)
	// Victims are deleted within the attempt, so that it tells whom it chose.
	if err := utilfeature.DefaultMutableFeatureGate.Set("SchedulerAsyncPreemption=false"); err != nil {
		fail(err)
	}
	isBench := flag.Bool("bench", false, "read one case and time it")
	percent := flag.Int("percent", 100, "percentageOfNodesToScore of -bench; 0: as by default")
	limit := flag.Duration("limit", time.Minute, "how long -bench decides at most")
	flag.Parse()
	if *isBench {
		if err := bench(int32(*percent), *limit); err != nil {
			fail(err)
		}
		return
	}
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := json.NewEncoder(os.Stdout)
	for {
		line, err := in.ReadBytes('\n')
		if len(line) > 1 {
			if err := out.Encode(answer(line)); err != nil {
				fail(err)
			}
		}
		if err == io.EOF {
			return
		}
		if err != nil {
			fail(err)
		}
	}
}

func answer(line []byte) Answer {
	var asked Case
	if err := json.Unmarshal(line, &asked); err != nil {
		return Answer{Version: version(), Results: []PodResult{}, Error: "case: " + err.Error()}
	}
	results, err := decide(&asked)
	told := Answer{Name: asked.Name, Version: version(), Results: results}
	if err != nil {
		told.Error = err.Error()
	}
	return told
}

// version is that of the kubernetes module this program was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	for _, dependency := range info.Deps {
		if dependency.Path == "k8s.io/kubernetes" {
			return dependency.Version
		}
	}
	return "unknown"
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

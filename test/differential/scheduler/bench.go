package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/scheduler/framework"
)

// Timing is how fast the scheduler decided the pods of a case, and where they went.
type Timing struct {
	Version   string  `json:"version"`
	Decisions int     `json:"decisions"`
	Seconds   float64 `json:"seconds"`
	// Places by pod, empty where it found no node.
	Places []string `json:"places"`
}

// bench reads one case and times a snapshot update, the decision and the assumption of each of its pods:
// no API call, nothing told, no preemption.
func bench(percent int32, limit time.Duration) error {
	line, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	var asked Case
	if err := json.Unmarshal(line, &asked); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	run, err := begin(ctx, &asked, &percent)
	if err != nil {
		return err
	}
	timing := Timing{Version: version(), Places: []string{}}
	start := time.Now()
	for _, pod := range asked.Pods {
		place, err := run.place(ctx, pod)
		if err != nil {
			return err
		}
		timing.Places = append(timing.Places, place)
		if time.Since(start) > limit {
			break
		}
	}
	timing.Seconds = time.Since(start).Seconds()
	timing.Decisions = len(timing.Places)
	return json.NewEncoder(os.Stdout).Encode(timing)
}

func (run *attempts) place(ctx context.Context, pod *v1.Pod) (string, error) {
	logger := klog.Background()
	if err := run.scheduler.Cache.UpdateSnapshot(logger, run.snapshot); err != nil {
		return "", err
	}
	info, err := framework.NewPodInfo(pod)
	if err != nil {
		return "", err
	}
	profile := run.scheduler.Profiles[pod.Spec.SchedulerName]
	queued := &framework.QueuedPodInfo{PodInfo: info}
	if run.percent == 100 {
		rewind(run.scheduler)
	}
	placed, err := run.scheduler.SchedulePod(ctx, profile, framework.NewCycleState(), queued)
	var fit *framework.FitError
	if errors.As(err, &fit) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	bound := *pod
	bound.Spec.NodeName = placed.SuggestedHost
	return placed.SuggestedHost, run.scheduler.Cache.AddPod(logger, &bound)
}

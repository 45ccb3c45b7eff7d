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
	fwk "k8s.io/kube-scheduler/framework"
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
// no API call, nothing told. A pod that fits nowhere takes the place of those whom it would preempt.
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
	if err := run.scheduler.Cache.UpdateSnapshot(klog.Background(), run.snapshot); err != nil {
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
	state := framework.NewCycleState()
	placed, err := run.scheduler.SchedulePod(ctx, profile, state, queued)
	var fit *framework.FitError
	if errors.As(err, &fit) {
		return run.displace(ctx, profile, state, pod, fit)
	}
	if err != nil {
		return "", err
	}
	return placed.SuggestedHost, run.bind(pod, placed.SuggestedHost)
}

// displace runs PostFilter once, removes the victims and puts the pod in their place.
func (run *attempts) displace(
	ctx context.Context, profile framework.Framework, state fwk.CycleState, pod *v1.Pod, fit *framework.FitError,
) (string, error) {
	if !profile.HasPostFilterPlugins() {
		return "", nil
	}
	run.victims.clear()
	found, _ := profile.RunPostFilterPlugins(ctx, state, pod, fit.Diagnosis.NodeToStatus)
	if found == nil || found.NominatingInfo == nil || found.NominatedNodeName == "" {
		return "", nil
	}
	for _, name := range run.victims.list() {
		if err := run.scheduler.Cache.RemovePod(klog.Background(), run.running[name]); err != nil {
			return "", err
		}
		delete(run.running, name)
	}
	return found.NominatedNodeName, run.bind(pod, found.NominatedNodeName)
}

func (run *attempts) bind(pod *v1.Pod, node string) error {
	bound := *pod
	bound.Spec.NodeName = node
	run.running[pod.Namespace+"/"+pod.Name] = &bound
	return run.scheduler.Cache.AddPod(klog.Background(), &bound)
}

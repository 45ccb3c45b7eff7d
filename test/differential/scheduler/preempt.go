package main

import (
	"context"
	"slices"
	"strings"
	"sync"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/fake"
	clienttesting "k8s.io/client-go/testing"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework"
)

// Preemption is a node, and whom the pod would displace there.
type Preemption struct {
	Node    string   `json:"node"`
	Victims []string `json:"victims"`
}

// Runs of PostFilter: the last tie between candidates is broken at random, and all of them are right.
const preemptionRuns = 16

func (run *attempts) preempt(
	ctx context.Context, profile framework.Framework, state fwk.CycleState, pod *v1.Pod,
	fit *framework.FitError, result *PodResult,
) {
	if !profile.HasPostFilterPlugins() {
		return
	}
	for count := range preemptionRuns {
		run.victims.clear()
		if count > 0 {
			state = framework.NewCycleState()
			profile.RunPreFilterPlugins(ctx, state, pod)
		}
		nominated, status := profile.RunPostFilterPlugins(ctx, state, pod, fit.Diagnosis.NodeToStatus)
		if count == 0 {
			fit.Diagnosis.PostFilterMsg = status.Message()
		}
		if nominated == nil || nominated.NominatingInfo == nil || nominated.NominatedNodeName == "" {
			return
		}
		found := Preemption{Node: nominated.NominatedNodeName, Victims: run.victims.list()}
		isSame := func(one Preemption) bool {
			return one.Node == found.Node && slices.Equal(one.Victims, found.Victims)
		}
		if !slices.ContainsFunc(result.Preemptions, isSame) {
			result.Preemptions = append(result.Preemptions, found)
		}
	}
	slices.SortFunc(result.Preemptions, func(a, b Preemption) int { return strings.Compare(a.Node, b.Node) })
}

// victims are the pods that the scheduler deletes; none of them goes.
type victims struct {
	mutex sync.Mutex
	names []string
}

func watchVictims(client *fake.Clientset) *victims {
	seen := &victims{}
	client.PrependReactor("delete", "pods", func(action clienttesting.Action) (bool, runtime.Object, error) {
		deleted, ok := action.(clienttesting.DeleteAction)
		if ok {
			seen.mutex.Lock()
			defer seen.mutex.Unlock()
			seen.names = append(seen.names, deleted.GetNamespace()+"/"+deleted.GetName())
		}
		return true, nil, nil
	})
	client.PrependReactor("patch", "pods", func(clienttesting.Action) (bool, runtime.Object, error) {
		return true, &v1.Pod{}, nil
	})
	return seen
}

func (v *victims) clear() {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	v.names = nil
}

func (v *victims) list() []string {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	names := append([]string{}, v.names...)
	slices.Sort(names)
	return names
}

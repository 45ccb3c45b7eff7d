package main

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unsafe"

	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/client-go/tools/events"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler"
	schedulerapi "k8s.io/kubernetes/pkg/scheduler/apis/config"
	"k8s.io/kubernetes/pkg/scheduler/apis/config/scheme"
	internalcache "k8s.io/kubernetes/pkg/scheduler/backend/cache"
	"k8s.io/kubernetes/pkg/scheduler/framework"
)

// attempts is the scheduler of one case, between its pods.
type attempts struct {
	scheduler *scheduler.Scheduler
	snapshot  *internalcache.Snapshot
	percent   int32
	victims   *victims
	// running pods by namespace/name.
	running map[string]*v1.Pod
}

// decide schedules the pods of a case one after another; each one placed counts for those that follow.
func decide(asked *Case) ([]PodResult, error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	run, err := begin(ctx, asked, nil)
	if err != nil {
		return []PodResult{}, err
	}
	results := []PodResult{}
	for _, pod := range asked.Pods {
		result, err := run.attempt(ctx, pod)
		if err != nil {
			return results, err
		}
		results = append(results, result)
	}
	return results, nil
}

const workers = 16

// begin makes a scheduler that knows the cluster of a case; percent, if given, is the share of nodes
// that it scores (0: as by default).
func begin(ctx context.Context, asked *Case, percent *int32) (*attempts, error) {
	assigned, objects := asked.prepare()
	client := fake.NewClientset(objects...)
	victims := watchVictims(client)
	factory := informers.NewSharedInformerFactory(client, 0)
	options, share, err := configure(asked.Config)
	if err != nil {
		return nil, err
	}
	if percent != nil {
		share = *percent
		// Timed, it may use as many workers as it does by default.
		options = append(options, scheduler.WithPercentageOfNodesToScore(percent), scheduler.WithParallelism(workers))
	}
	recorder := func(string) events.EventRecorderLogger { return &events.FakeRecorder{} }
	made, err := scheduler.New(ctx, client, factory, nil, recorder, options...)
	if err != nil {
		return nil, fmt.Errorf("new: %w", err)
	}
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	if err := made.WaitForHandlersSync(ctx); err != nil {
		return nil, err
	}
	logger := klog.Background()
	for _, node := range asked.Snapshot.Nodes {
		made.Cache.AddNode(logger, node)
	}
	running := map[string]*v1.Pod{}
	for _, pod := range assigned {
		running[pod.Namespace+"/"+pod.Name] = pod
		if err := made.Cache.AddPod(logger, pod); err != nil {
			return nil, fmt.Errorf("add pod: %w", err)
		}
	}
	run := &attempts{scheduler: made, snapshot: snapshotOf(made), percent: share, victims: victims, running: running}
	return run, nil
}

// configure searches all nodes without a configuration, and as it says with one.
func configure(config []byte) (options []scheduler.Option, percent int32, err error) {
	percent = 100
	options = []scheduler.Option{
		// One worker visits the nodes in their order, so that the first best one is always the same.
		scheduler.WithParallelism(1),
		scheduler.WithPercentageOfNodesToScore(&percent),
	}
	if len(config) == 0 || string(config) == "null" {
		return options, percent, nil
	}
	object, kind, err := scheme.Codecs.UniversalDecoder().Decode(config, nil, nil)
	if err != nil {
		return nil, 0, fmt.Errorf("config: %w", err)
	}
	read, ok := object.(*schedulerapi.KubeSchedulerConfiguration)
	if !ok {
		return nil, 0, errors.New("config: not a KubeSchedulerConfiguration")
	}
	options = append(options,
		scheduler.WithComponentConfigVersion(kind.GroupVersion().String()),
		scheduler.WithProfiles(read.Profiles...))
	if read.PercentageOfNodesToScore != nil {
		percent = *read.PercentageOfNodesToScore
		options = append(options, scheduler.WithPercentageOfNodesToScore(read.PercentageOfNodesToScore))
	}
	return options, percent, nil
}

func (run *attempts) attempt(ctx context.Context, pod *v1.Pod) (PodResult, error) {
	result := PodResult{Pod: nameOf(pod), Feasible: []string{}}
	logger := klog.Background()
	if err := run.scheduler.Cache.UpdateSnapshot(logger, run.snapshot); err != nil {
		return result, err
	}
	profile, ok := run.scheduler.Profiles[pod.Spec.SchedulerName]
	if !ok {
		result.Outcome = "notResponsible"
		return result, nil
	}
	if gate := preEnqueue(ctx, profile, pod); gate != nil {
		result.Outcome = "gated"
		result.PreFilter = gate
		result.Message = strings.Join(gate.Reasons, ", ")
		return result, nil
	}
	rewind(run.scheduler)
	state := framework.NewCycleState()
	info, err := framework.NewPodInfo(pod)
	if err != nil {
		return result, err
	}
	placed, err := run.scheduler.SchedulePod(ctx, profile, state, &framework.QueuedPodInfo{PodInfo: info})
	run.tellNodes(ctx, profile, pod, &result)
	var fit *framework.FitError
	switch {
	case err == nil:
		result.Outcome = "scheduled"
		result.Node = placed.SuggestedHost
		run.take(ctx, profile, state, pod, &result)
	case errors.As(err, &fit):
		result.Outcome = "unschedulable"
		run.preempt(ctx, profile, state, pod, fit, &result)
		result.Message = fit.Error()
	case errors.Is(err, scheduler.ErrNoNodesAvailable):
		result.Outcome = "unschedulable"
		result.Message = err.Error()
	default:
		// The attempt ended there: nothing it found counts.
		result = PodResult{Pod: result.Pod, Outcome: "error", Message: err.Error(), Feasible: []string{}}
	}
	return result, nil
}

// take keeps what was chosen for the pod from those that follow: its node, and its volumes.
func (run *attempts) take(
	ctx context.Context, profile framework.Framework, state fwk.CycleState, pod *v1.Pod, result *PodResult,
) {
	bound := pod.DeepCopy()
	bound.Spec.NodeName = result.Node
	if status := profile.RunReservePluginsReserve(ctx, state, bound, result.Node); !status.IsSuccess() {
		result.Outcome, result.Message = "error", "reserve: "+status.Message()
	}
	if err := run.scheduler.Cache.AddPod(klog.Background(), bound); err != nil {
		result.Outcome, result.Message = "error", "assume: "+err.Error()
	}
	if nominator, ok := run.scheduler.SchedulingQueue.(fwk.PodNominator); ok {
		nominator.DeleteNominatedPodIfExists(pod)
	}
}

func preEnqueue(ctx context.Context, profile framework.Framework, pod *v1.Pod) *Rejection {
	for _, plugin := range profile.PreEnqueuePlugins() {
		if status := plugin.PreEnqueue(ctx, pod); !status.IsSuccess() {
			status.SetPlugin(plugin.Name())
			return rejectionOf(status)
		}
	}
	return nil
}

// snapshotOf is the field that the scheduler's own cycle reads nodes from.
func snapshotOf(s *scheduler.Scheduler) *internalcache.Snapshot {
	field := reflect.ValueOf(s).Elem().FieldByName("nodeInfoSnapshot")
	return (*internalcache.Snapshot)(unsafe.Pointer(field.Pointer()))
}

// rewind lets the search of every pod start at the first node.
func rewind(s *scheduler.Scheduler) {
	field := reflect.ValueOf(s).Elem().FieldByName("nextStartNodeIndex")
	*(*int)(unsafe.Pointer(field.UnsafeAddr())) = 0
}

func nameOf(pod *v1.Pod) string { return pod.Namespace + "/" + pod.Name }

package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	v1 "k8s.io/api/core/v1"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework"
)

// PodResult is what became of one pod, and what each plugin said of each node.
type PodResult struct {
	Pod         string                      `json:"pod"`
	Outcome     string                      `json:"outcome"`
	Node        string                      `json:"node,omitempty"`
	Tied        []string                    `json:"tied,omitempty"`
	Message     string                      `json:"message,omitempty"`
	PreFilter   *Rejection                  `json:"preFilter,omitempty"`
	Feasible    []string                    `json:"feasible"`
	Rejected    map[string]*Rejection       `json:"rejected,omitempty"`
	Scores      map[string]map[string]int64 `json:"scores,omitempty"`
	Preemptions []Preemption                `json:"preemptions,omitempty"`
}

// Rejection is the status with which a plugin ended a search, of one node or of all.
type Rejection struct {
	Plugin  string   `json:"plugin"`
	Code    string   `json:"code"`
	Reasons []string `json:"reasons"`
}

func rejectionOf(status *fwk.Status) *Rejection {
	reasons := slices.Clone(status.Reasons())
	// Extended resources come in the order of a Go map.
	slices.Sort(reasons)
	return &Rejection{Plugin: status.Plugin(), Code: status.Code().String(), Reasons: reasons}
}

// tellNodes runs the phases of the attempt once more, and keeps what they say.
func (run *attempts) tellNodes(
	ctx context.Context, profile framework.Framework, pod *v1.Pod, result *PodResult,
) {
	nodes, err := run.snapshot.NodeInfos().List()
	if err != nil {
		return
	}
	state := framework.NewCycleState()
	only, status, plugins := profile.RunPreFilterPlugins(ctx, state, pod)
	if !status.IsSuccess() {
		result.PreFilter = rejectionOf(status)
		return
	}
	isCandidate := func(node fwk.NodeInfo) bool {
		return only.AllNodes() || only.NodeNames.Has(node.Node().Name)
	}
	candidates := 0
	for _, node := range nodes {
		if isCandidate(node) {
			candidates++
		}
	}
	wanted := run.wanted(profile, candidates)
	result.Rejected = map[string]*Rejection{}
	var feasible []fwk.NodeInfo
	for _, node := range nodes {
		name := node.Node().Name
		if !isCandidate(node) {
			result.Rejected[name] = leftOut(plugins.UnsortedList())
			continue
		}
		status := profile.RunFilterPluginsWithNominatedPods(ctx, state, pod, node)
		if !status.IsSuccess() {
			result.Rejected[name] = rejectionOf(status)
			continue
		}
		if len(feasible) == wanted {
			// The search ends at the first feasible node too many, which is dropped.
			break
		}
		feasible = append(feasible, node)
		result.Feasible = append(result.Feasible, name)
	}
	if len(feasible) > 0 {
		tellScores(ctx, profile, state, pod, feasible, result)
	}
}

// leftOut is what the scheduler keeps of a node that PreFilter did not name.
func leftOut(plugins []string) *Rejection {
	slices.Sort(plugins)
	return &Rejection{
		Plugin:  strings.Join(plugins, ","),
		Code:    fwk.UnschedulableAndUnresolvable.String(),
		Reasons: []string{fmt.Sprintf("node(s) didn't satisfy plugin(s) %v", plugins)},
	}
}

// wanted is numFeasibleNodesToFind, which the scheduler keeps to itself.
func (run *attempts) wanted(profile framework.Framework, candidates int) int {
	percent := int(run.percent)
	if own := profile.PercentageOfNodesToScore(); own != nil {
		percent = int(*own)
	}
	if candidates < 100 {
		return candidates
	}
	if percent == 0 {
		percent = max(5, 50-candidates/125)
	}
	return max(100, candidates*percent/100)
}

func tellScores(
	ctx context.Context, profile framework.Framework, state fwk.CycleState, pod *v1.Pod,
	feasible []fwk.NodeInfo, result *PodResult,
) {
	if status := profile.RunPreScorePlugins(ctx, state, pod, feasible); !status.IsSuccess() {
		result.Message = "prescore: " + status.Message()
		return
	}
	scored, status := profile.RunScorePlugins(ctx, state, pod, feasible)
	if !status.IsSuccess() {
		result.Message = "score: " + status.Message()
		return
	}
	result.Scores = map[string]map[string]int64{}
	best := scored[0].TotalScore
	for _, node := range scored {
		byPlugin := map[string]int64{"total": node.TotalScore}
		for _, plugin := range node.Scores {
			byPlugin[plugin.Name] = plugin.Score
		}
		result.Scores[node.Name] = byPlugin
		if node.TotalScore > best {
			best, result.Tied = node.TotalScore, nil
		}
		if node.TotalScore == best {
			result.Tied = append(result.Tied, node.Name)
		}
	}
}

package main

import (
	"encoding/json"

	appsv1 "k8s.io/api/apps/v1"
	v1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	storagev1 "k8s.io/api/storage/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
)

// Case is a cluster, and the pods that are scheduled into it one after another.
type Case struct {
	Name     string          `json:"name"`
	Snapshot Snapshot        `json:"snapshot"`
	Pods     []*v1.Pod       `json:"pods"`
	Config   json.RawMessage `json:"config,omitempty"`
}

// Snapshot has the shape of a request to Berth.
type Snapshot struct {
	Nodes                  []*v1.Node                      `json:"nodes"`
	Pods                   []*v1.Pod                       `json:"pods"`
	Namespaces             []*v1.Namespace                 `json:"namespaces"`
	Services               []*v1.Service                   `json:"services"`
	ReplicationControllers []*v1.ReplicationController     `json:"replicationControllers"`
	ReplicaSets            []*appsv1.ReplicaSet            `json:"replicaSets"`
	StatefulSets           []*appsv1.StatefulSet           `json:"statefulSets"`
	PodDisruptionBudgets   []*policyv1.PodDisruptionBudget `json:"podDisruptionBudgets"`
	PersistentVolumes      []*v1.PersistentVolume          `json:"persistentVolumes"`
	PersistentVolumeClaims []*v1.PersistentVolumeClaim     `json:"persistentVolumeClaims"`
	StorageClasses         []*storagev1.StorageClass       `json:"storageClasses"`
	CSINodes               []*storagev1.CSINode            `json:"csiNodes"`
	CSIDrivers             []*storagev1.CSIDriver          `json:"csiDrivers"`
	CSIStorageCapacities   []*storagev1.CSIStorageCapacity `json:"csiStorageCapacities"`
	VolumeAttachments      []*storagev1.VolumeAttachment   `json:"volumeAttachments"`
}

// prepare fills in what an API server would have, and takes out what the scheduler's informer never
// sees. What is left are the pods on nodes; those without one are among the objects.
func (c *Case) prepare() (assigned []*v1.Pod, objects []runtime.Object) {
	for _, pod := range c.Snapshot.Pods {
		identify(pod)
		switch {
		case pod.Status.Phase == v1.PodSucceeded || pod.Status.Phase == v1.PodFailed:
		case pod.Spec.NodeName != "":
			assigned = append(assigned, pod)
		default:
			objects = append(objects, pod)
		}
	}
	for _, pod := range c.Pods {
		identify(pod)
		objects = append(objects, pod)
	}
	s := &c.Snapshot
	objects = appendObjects(objects, s.Namespaces)
	objects = appendObjects(objects, s.Services)
	objects = appendObjects(objects, s.ReplicationControllers)
	objects = appendObjects(objects, s.ReplicaSets)
	objects = appendObjects(objects, s.StatefulSets)
	objects = appendObjects(objects, s.PodDisruptionBudgets)
	objects = appendObjects(objects, s.PersistentVolumes)
	objects = appendObjects(objects, s.PersistentVolumeClaims)
	objects = appendObjects(objects, s.StorageClasses)
	objects = appendObjects(objects, s.CSINodes)
	objects = appendObjects(objects, s.CSIDrivers)
	objects = appendObjects(objects, s.CSIStorageCapacities)
	objects = appendObjects(objects, s.VolumeAttachments)
	return assigned, objects
}

func appendObjects[Object runtime.Object](objects []runtime.Object, more []Object) []runtime.Object {
	for _, object := range more {
		objects = append(objects, object)
	}
	return objects
}

func identify(pod *v1.Pod) {
	if pod.Namespace == "" {
		pod.Namespace = v1.NamespaceDefault
	}
	if pod.Spec.SchedulerName == "" {
		pod.Spec.SchedulerName = v1.DefaultSchedulerName
	}
	if pod.UID == "" {
		pod.UID = types.UID("uid-" + pod.Namespace + "-" + pod.Name)
	}
}

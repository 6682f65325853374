package k8s

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/apimachinery/pkg/util/intstr"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// cluster is what one folder of manifests makes.
type cluster struct {
	workloads map[string]corev1.PodTemplateSpec // by name
	selectors map[string]*metav1.LabelSelector  // of workloads, by name
	objects   []runtime.Object
}

// folders are the ways to run the system.
func folders() []string { return []string{"base", "scale"} }

// rendered returns the documents of every folder, in YAML. It makes them once, one
// folder after the other: kustomize fills variables of its own while it runs, and
// locks not all of them.
var rendered = sync.OnceValues(func() (map[string][][]byte, error) {
	all := map[string][][]byte{}
	for _, folder := range folders() {
		made, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(filesys.MakeFsOnDisk(), folder)
		if err != nil {
			return nil, fmt.Errorf("kustomize %s: %w", folder, err)
		}
		for _, resource := range made.Resources() {
			text, err := resource.AsYAML()
			if err != nil {
				return nil, fmt.Errorf("kustomize %s: %w", folder, err)
			}
			all[folder] = append(all[folder], text)
		}
	}
	return all, nil
})

// documents returns those of a folder.
func documents(t *testing.T, folder string) [][]byte {
	t.Helper()
	all, err := rendered()
	if err != nil {
		t.Fatal(err)
	}
	return all[folder]
}

// build makes the objects of a folder. A member that the cluster does not know
// is an error, as is a value of another type.
func build(t *testing.T, folder string) *cluster {
	t.Helper()
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{
		corev1.AddToScheme, appsv1.AddToScheme, networkingv1.AddToScheme, policyv1.AddToScheme, autoscalingv2.AddToScheme,
	} {
		if err := add(scheme); err != nil {
			t.Fatal(err)
		}
	}
	strict := json.NewSerializerWithOptions(json.DefaultMetaFactory, scheme, scheme, json.SerializerOptions{Yaml: true, Strict: true})
	c := &cluster{workloads: map[string]corev1.PodTemplateSpec{}, selectors: map[string]*metav1.LabelSelector{}}
	for _, text := range documents(t, folder) {
		object, _, err := strict.Decode(text, nil, nil)
		if err != nil {
			t.Fatalf("%s: %v in\n%s", folder, err, text)
		}
		c.add(object)
	}
	return c
}

func (c *cluster) add(object runtime.Object) {
	c.objects = append(c.objects, object)
	switch o := object.(type) {
	case *appsv1.Deployment:
		c.workloads[o.Name], c.selectors[o.Name] = o.Spec.Template, o.Spec.Selector
	case *appsv1.StatefulSet:
		c.workloads[o.Name], c.selectors[o.Name] = o.Spec.Template, o.Spec.Selector
	}
}

// selected returns the workloads whose pods a selector means.
func (c *cluster) selected(t *testing.T, selector *metav1.LabelSelector) []string {
	t.Helper()
	means, err := metav1.LabelSelectorAsSelector(selector)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for name, template := range c.workloads {
		if means.Matches(labels.Set(template.Labels)) {
			names = append(names, name)
		}
	}
	return names
}

// hasPort reports whether one of the workloads has a port of a name or number.
func (c *cluster) hasPort(names []string, port intstr.IntOrString) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		return slices.ContainsFunc(c.workloads[name].Spec.Containers[0].Ports, func(p corev1.ContainerPort) bool {
			return p.Name == port.StrVal || p.ContainerPort == port.IntVal
		})
	})
}

// Every container can be watched, has its bounds, and can do no harm.
func TestWorkloads(t *testing.T) {
	t.Parallel()
	for _, folder := range folders() {
		c := build(t, folder)
		if len(c.workloads) != 5 {
			t.Errorf("%s: %d workloads, want 5", folder, len(c.workloads))
		}
		for name, template := range c.workloads {
			if got := c.selected(t, c.selectors[name]); !slices.Equal(got, []string{name}) {
				t.Errorf("%s: %s selects the pods of %v", folder, name, got)
			}
			spec := template.Spec
			if spec.SecurityContext == nil || !*spec.SecurityContext.RunAsNonRoot || *spec.AutomountServiceAccountToken {
				t.Errorf("%s: %s runs as root or has a token of the cluster", folder, name)
			}
			for _, container := range spec.Containers {
				for _, problem := range problems(container) {
					t.Errorf("%s: %s %s", folder, name, problem)
				}
			}
		}
	}
}

func problems(c corev1.Container) []string {
	var all []string
	if c.ReadinessProbe == nil || c.LivenessProbe == nil || c.StartupProbe == nil {
		all = append(all, "cannot be watched")
	}
	if c.Resources.Requests.Cpu().IsZero() || c.Resources.Requests.Memory().IsZero() || c.Resources.Limits.Memory().IsZero() {
		all = append(all, "has no bounds")
	}
	s := c.SecurityContext
	if s == nil || *s.AllowPrivilegeEscalation || !*s.ReadOnlyRootFilesystem || !slices.Equal(s.Capabilities.Drop, []corev1.Capability{"ALL"}) {
		all = append(all, "has rights that it does not need")
	}
	return all
}

// What points at pods or ports points at some that are there.
func TestReferences(t *testing.T) {
	t.Parallel()
	for _, folder := range folders() {
		c := build(t, folder)
		for _, object := range c.objects {
			for _, problem := range c.dangling(t, object) {
				t.Errorf("%s: %s", folder, problem)
			}
		}
	}
}

func (c *cluster) dangling(t *testing.T, object runtime.Object) []string {
	t.Helper()
	var all []string
	check := func(what string, selector *metav1.LabelSelector, ports ...intstr.IntOrString) {
		names := c.selected(t, selector)
		if len(names) == 0 {
			all = append(all, what+" selects nothing")
		}
		for _, port := range ports {
			if !c.hasPort(names, port) {
				all = append(all, fmt.Sprintf("%s: there is no port %s", what, port.String()))
			}
		}
	}
	switch o := object.(type) {
	case *corev1.Service:
		for _, p := range o.Spec.Ports {
			check("service "+o.Name, &metav1.LabelSelector{MatchLabels: o.Spec.Selector}, intstr.FromInt32(p.Port))
		}
	case *policyv1.PodDisruptionBudget:
		check("budget "+o.Name, o.Spec.Selector)
	case *networkingv1.NetworkPolicy:
		for _, rule := range o.Spec.Ingress {
			check("policy "+o.Name, &o.Spec.PodSelector, numbers(rule.Ports)...)
			for _, peer := range rule.From {
				if peer.PodSelector != nil {
					check("policy "+o.Name, peer.PodSelector)
				}
			}
		}
		for _, rule := range o.Spec.Egress {
			for _, peer := range rule.To {
				if peer.PodSelector != nil {
					check("policy "+o.Name, peer.PodSelector, numbers(rule.Ports)...)
				}
			}
		}
	case *autoscalingv2.HorizontalPodAutoscaler:
		if _, there := c.workloads[o.Spec.ScaleTargetRef.Name]; !there {
			all = append(all, "autoscaler "+o.Name+" scales nothing")
		}
	}
	return all
}

func numbers(ports []networkingv1.NetworkPolicyPort) []intstr.IntOrString {
	var all []intstr.IntOrString
	for _, p := range ports {
		all = append(all, *p.Port)
	}
	return all
}

// Every setting is one that a service has.
func TestSettings(t *testing.T) {
	t.Parallel()
	var known strings.Builder
	readmes, err := filepath.Glob("../../services/*/README.md")
	if err != nil || len(readmes) == 0 {
		t.Fatalf("no READMEs, %v", err)
	}
	for _, name := range readmes {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		known.Write(text)
	}
	for _, folder := range folders() {
		text := bytes.Join(documents(t, folder), nil)
		for _, setting := range regexp.MustCompile(`REVIEWS_[A-Z_]+`).FindAllString(string(text), -1) {
			if !strings.Contains(known.String(), "`"+setting+"`") {
				t.Errorf("%s: no service has the setting %s", folder, setting)
			}
		}
	}
}

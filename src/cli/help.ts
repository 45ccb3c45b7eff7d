/** Everything that the command can do; the README shows the first steps. */
export const HELP: string = `berth: where should this pod go, and why?

  berth decide     decide pods, each on top of the placements before it
  berth why        what keeps a pod off every node, and what would help
  berth drain      where everything on a node goes, in which order; or how many nodes can go
  berth schedule   places the pods of a live cluster that ask for it: a second scheduler
  berth simulate   what happens as time passes over a cluster, by a script
  berth snapshot   what scheduling reads of a live cluster, by kubectl
  berth demo       decide the pending pods of an example cluster
  berth profiles   the schedulers that can be asked; with a NAME, all about one
  berth store      the table and the audit log; berth store verify FILE checks an export
  berth help       this text

berth decide
  -s, --snapshot FILE    the cluster, as kubectl get prints it (JSON or YAML, also gzip; "-" is
                         standard input, the default); several files make one cluster
      --live             ask the cluster itself, by kubectl, for all that scheduling reads; with
                         --context and --kubeconfig as kubectl's
  -f, --pods FILE        pods to decide, in this order, and Deployments, Jobs and all else that
                         makes pods (JSON or YAML); without it the snapshot's pending pods, as the
                         scheduler's queue gives them out
  -p, --pod NAMESPACE/NAME   only this pod; may be repeated
      --profile NAME     the scheduler to ask; default: the newest kubernetes-*
      --config FILE      its KubeSchedulerConfiguration (or Policy, for classic-*)
      --fixes            with classic-*: correct the known accidents of those releases
  -o, --output FORMAT    text (default) or json, the body that POST /v1/decisions answers
      --explain LEVEL    full (default), summary or decision
      --absent-kinds KINDS   kinds that the snapshot lacks because there are none, such as
                         persistentvolumeclaims,storageclasses; empty: all that it lacks;
                         unknown (default): what rests on them cannot be told

berth snapshot
  -o, --output FILE      where to (gzip if it ends in .gz); without it standard output
      --context, --kubeconfig   as kubectl's
      --show-command     only print the kubectl line

berth schedule
      --scheduler-name NAME   whose pods (default: berth)
      --server URL       the API server, such as that of kubectl proxy; in a cluster its own
      --token-file FILE, --ca-file FILE   a bearer token, and certificates to trust
      --dry-run          say what would be bound, and write nothing

berth why [NAMESPACE/]POD
  -s, --live, -f, --profile, --config, -o, --absent-kinds   as above; -f may hold the pod, or
                         what makes it, and all in it but other pods joins the snapshot
  -n, --node NODE        every filter's say on this node; for a placed pod, why not there

berth simulate --until SECONDS
  -s, --profile, --config, -o   as above
      --script FILE          what happens when, as in POST /v1/simulations (JSON or YAML)

berth drain NODE... | --consolidate [NODE...]
  -s, --profile, --config, -o   as above
      --force, --delete-emptydir-data, --no-ignore-daemonsets   as kubectl drain's
      --at-once N            nodes drained at the same time (default: 1)
      --no-preemption        pods that come again displace nobody

  Exit code: 0 every pod has a node, 1 some pod gets none, 2 bad usage or bad input,
  3 of some pod it cannot be told, 70 a bug.

  --help after a command shows its options; berth --version the release.
`

/** What it says of one command: the paragraphs that begin with its name; all of it for one without. */
export function helpOf(command: string): string {
  const own = HELP.split('\n\n').filter((part) => part.startsWith(`berth ${command}`))
  return own.length === 0 ? HELP : `${own.join('\n\n').trimEnd()}\n`
}

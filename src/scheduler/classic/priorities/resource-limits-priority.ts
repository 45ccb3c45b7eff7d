import type { ContainerResources } from '../../../snapshot/resources/pod-resources.ts'
import { milliUnits, wholeUnits } from '../../../snapshot/resources/quantity.ts'
import { CPU, MEMORY } from '../../../snapshot/resources/resource-names.ts'
import { scoring } from '../../framework/plugin.ts'
import { StaticScorer } from '../../framework/static-scorer.ts'
import type { PluginFactory } from '../context.ts'

/** Gives 1 to nodes that could serve the pod's cpu or memory limit; behind a gate that is off. */
export const resourceLimitsPriority: PluginFactory = (name) => ({
  name,
  prepareScore({ cluster: { nodes }, pod: { signature } }) {
    const { containers, initContainers } = signature.resources
    const cpuMilli = peak(containers, initContainers, (nano) => milliUnits(nano), CPU)
    const memoryBytes = peak(containers, initContainers, (nano) => wholeUnits(nano), MEMORY)
    const scores = Float64Array.from(nodes.names, (_, node) =>
      Number(
        serves(nodes.cpuMilli[node], cpuMilli) || serves(nodes.memoryBytes[node], memoryBytes),
      ),
    )
    return scoring(new StaticScorer(scores))
  },
})

function serves(allocatable: number, limit: number): boolean {
  return limit !== 0 && allocatable !== 0 && limit <= allocatable
}

function peak(
  containers: readonly ContainerResources[],
  initContainers: readonly ContainerResources[],
  round: (nano: bigint) => number,
  name: string,
): number {
  const limitOf = ({ limits }: ContainerResources) => round(limits.get(name) ?? 0n)
  const sum = containers.reduce((total, container) => total + limitOf(container), 0)
  return initContainers.reduce((highest, container) => Math.max(highest, limitOf(container)), sum)
}

import type { Nodes } from '../../../snapshot/nodes/nodes.ts'
import { classicScoredUsage } from '../../../snapshot/resources/classic-resources.ts'
import type { ResourceAmounts } from '../../../snapshot/resources/resource-amounts.ts'
import type { NodeList } from '../../framework/node-list.ts'
import { type NodeScorer, scoring } from '../../framework/plugin.ts'
import type { PluginFactory } from '../context.ts'
import { FixComparisonScorer } from '../fix-comparison.ts'
import { correctedBy } from '../fixes.ts'
import { type Usage, UsageWithoutInit } from '../requested-without-init.ts'

/** Scores a node by what would be requested of its cpu and memory; integers, products below 2^53. */
export type AllocationFormula = (
  cpuRequested: number,
  cpuAllocatable: number,
  memoryRequested: number,
  memoryAllocatable: number,
) => number

/** A priority that depends on how full a node would be, containers without requests at their defaults. */
export function resourceAllocation(formula: AllocationFormula): PluginFactory {
  return (name, context) => ({
    name,
    prepareScore({ cluster, pod }) {
      const { nodes, pods } = cluster
      const scorer = new AllocationScorer(nodes, pods, pod.signature.nonZeroRequest, formula)
      if (!context.fixes) return scoring(scorer)
      const usage = new UsageWithoutInit(cluster)
      const request = classicScoredUsage(pod.signature.resources, false)
      const original = new AllocationScorer(nodes, usage, request, formula)
      const recounted: NodeScorer = {
        dependsOn: 'node',
        score(list, raw) {
          usage.recount(list)
          return original.score(list, raw)
        },
      }
      const onDifference = correctedBy(context, 'init-containers-in-usage', name)
      return scoring(new FixComparisonScorer(scorer, recounted, nodes.count, onDifference))
    },
  })
}

class AllocationScorer implements NodeScorer {
  readonly dependsOn = 'node'
  private readonly nodes: Nodes
  private readonly usage: Usage
  private readonly request: ResourceAmounts
  private readonly formula: AllocationFormula

  constructor(nodes: Nodes, usage: Usage, request: ResourceAmounts, formula: AllocationFormula) {
    this.nodes = nodes
    this.usage = usage
    this.request = request
    this.formula = formula
  }

  score(list: NodeList, raw: Float64Array): boolean {
    const { formula, nodes, usage } = this
    const { cpuMilli, memoryBytes } = this.request
    for (let index = 0; index < list.length; index++) {
      const node = list.at[index]
      raw[node] = formula(
        cpuMilli + usage.cpuMilliForScores[node],
        nodes.cpuMilli[node],
        memoryBytes + usage.memoryBytesForScores[node],
        nodes.memoryBytes[node],
      )
    }
    return true
  }
}

/** The mean of both resources' scores, truncated as each of them is. */
export function meanOfBoth(
  scoreOf: (requested: number, allocatable: number) => number,
): AllocationFormula {
  return (cpuRequested, cpuAllocatable, memoryRequested, memoryAllocatable) => {
    const cpu = scoreOf(cpuRequested, cpuAllocatable)
    return Math.trunc((cpu + scoreOf(memoryRequested, memoryAllocatable)) / 2)
  }
}

/**
 * That findings are kept and mended rightly is a property (test/property/incremental.test.ts); this
 * is that they are kept at all: plugins count here what they are asked.
 */
import { describe, expect, it } from 'vitest'
import { FeasibleNodes } from '../../src/scheduler/filter/feasible-nodes.ts'
import { FilterState } from '../../src/scheduler/filter/filter-state.ts'
import type { NodeList } from '../../src/scheduler/framework/node-list.ts'
import { allNodes } from '../../src/scheduler/framework/node-list.ts'
import type { NodeFilter, NodeScorer } from '../../src/scheduler/framework/plugin.ts'
import { FITS, PluginStatuses, StatusTable } from '../../src/scheduler/framework/status-table.ts'
import { ScoreState } from '../../src/scheduler/score/score-state.ts'
import type { Pod } from '../../src/snapshot/pods/pod.ts'
import { makePod } from '../support/make-pod.ts'
import { clusterOf } from '../support/read-objects.ts'

const NODES = 6
const [pod] = clusterOf({}, { pods: [makePod('p')] }).pending as [Pod] // the one to decide

function rowsOf({ at, length }: NodeList): number[] {
  return [...at.slice(0, length)]
}

/** Rejects the nodes of a set, and remembers which nodes it was asked about. */
function countingFilter(dependsOn: NodeFilter['dependsOn'], rejected: Set<number>, id: number) {
  const asked: number[][] = []
  const affected: number[] = []
  const filter: NodeFilter = {
    dependsOn,
    filter(nodes, verdict) {
      asked.push(rowsOf(nodes))
      for (const node of rowsOf(nodes)) if (rejected.has(node)) verdict[node] = id
    },
    markAffected(marks) {
      for (const node of affected.splice(0)) marks.mark(node)
    },
  }
  return { filter, asked, affected }
}

function passOf(...filters: NodeFilter[]) {
  const ranked = filters.map((filter, rank) => ({ plugin: `p${rank}`, rank, filter }))
  return { ranked, nodes: allNodes(NODES) }
}

describe('filters', () => {
  const rejections = new StatusTable()
  const first = new PluginStatuses(rejections, 0, 'first').id('Unschedulable', 'first')
  const second = new PluginStatuses(rejections, 1, 'second').id('Unschedulable', 'second')

  it('are asked again only about nodes where something changed', () => {
    const local = countingFilter('node', new Set(), first)
    const global = countingFilter('cluster', new Set(), second)
    const { ranked, nodes } = passOf(local.filter, global.filter)
    const pass = new FilterState(ranked, rejections, NODES, nodes, FITS)
    pass.podChanged(pod, 2, 1)
    global.affected.push(4)
    expect(rowsOf(pass.refresh())).toEqual([])
    expect(local.asked).toEqual([[0, 1, 2, 3, 4, 5], [2]])
    expect(global.asked).toEqual([
      [0, 1, 2, 3, 4, 5],
      [2, 4],
    ])
  })

  it('that do not say what is affected are asked about all nodes', () => {
    const global = countingFilter('cluster', new Set(), first)
    const { filter } = global
    const { ranked, nodes } = passOf({ dependsOn: filter.dependsOn, filter: filter.filter })
    const pass = new FilterState(ranked, rejections, NODES, nodes, FITS)
    pass.podChanged(pod, 2, 1)
    pass.refresh()
    expect(global.asked.map((rows) => rows.length)).toEqual([NODES, NODES])
  })

  it('give way to earlier ones, also when those are asked later', () => {
    const early = new Set<number>()
    const global = countingFilter('cluster', early, first)
    const local = countingFilter('node', new Set([1, 3]), second)
    const { ranked, nodes } = passOf(global.filter, local.filter)
    const pass = new FilterState(ranked, rejections, NODES, nodes, FITS)
    expect([...pass.verdict]).toEqual([FITS, second, FITS, second, FITS, FITS])
    early.add(1).add(2)
    global.affected.push(1, 2)
    expect(rowsOf(pass.refresh())).toEqual([2])
    expect([...pass.verdict]).toEqual([FITS, first, first, second, FITS, FITS])
    // Another reason is no other feasibility.
    early.add(3)
    global.affected.push(3)
    expect(rowsOf(pass.refresh())).toEqual([])
  })
})

describe('scores', () => {
  const verdict = new Int32Array(NODES)
  const feasible = feasibleNodes(0, 1, 2, 3, 4, 5)

  function feasibleNodes(...rows: number[]): FeasibleNodes {
    const list = new FeasibleNodes(NODES)
    for (const row of rows) list.push(row)
    return list
  }

  /** Scores each node with its row times a factor that may change. */
  function countingScorer(dependsOn: NodeScorer['dependsOn']) {
    const asked: number[][] = []
    const state = { factor: 1, isStale: true }
    const scorer: NodeScorer = {
      dependsOn,
      isStale: () => state.isStale,
      score(nodes, raw) {
        asked.push(rowsOf(nodes))
        for (const node of rowsOf(nodes)) raw[node] = node * state.factor
        state.isStale = false
      },
    }
    return { asked, state, scorer }
  }

  it('of a node are made again only where something changed', () => {
    const { asked, state, scorer } = countingScorer('node')
    const pass = new ScoreState([{ plugin: 'p', weight: 2, scorer }], NODES)
    pass.score(feasible, verdict)
    state.factor = 10
    pass.podChanged(pod, 3, 1)
    pass.score(feasible, verdict)
    expect(asked).toEqual([[0, 1, 2, 3, 4, 5], [3]])
    expect([...pass.total]).toEqual([0, 2, 4, 60, 8, 10])
  })

  it('of the cluster are kept while they hold', () => {
    const { asked, state, scorer } = countingScorer('cluster')
    const pass = new ScoreState([{ plugin: 'p', weight: 1, scorer }], NODES)
    pass.score(feasible, verdict)
    pass.podChanged(pod, 3, 1)
    pass.score(feasible, verdict)
    expect(asked).toHaveLength(1)
    state.isStale = true
    state.factor = 3
    pass.score(feasible, verdict)
    expect([...pass.total]).toEqual([0, 3, 6, 9, 12, 15])
  })

  it('of nodes that stay feasible are kept when others drop out or come back', () => {
    const { asked, scorer } = countingScorer('node')
    const pass = new ScoreState([{ plugin: 'p', weight: 1, scorer }], NODES)
    pass.score(feasibleNodes(0, 1, 2), verdict)
    pass.score(feasibleNodes(1, 2, 5), verdict)
    pass.score(feasibleNodes(0, 1, 2, 5), verdict)
    expect(asked).toEqual([[0, 1, 2], [5]])
    expect([0, 1, 2, 5].map((node) => pass.total[node])).toEqual([0, 1, 2, 5])
  })

  it('of a node that changed while it was not feasible are made when it is again', () => {
    const { asked, scorer } = countingScorer('node')
    const pass = new ScoreState([{ plugin: 'p', weight: 1, scorer }], NODES)
    pass.score(feasible, verdict)
    pass.podChanged(pod, 4, 1)
    pass.score(feasibleNodes(0, 1, 2, 3, 5), verdict)
    pass.score(feasibleNodes(0, 1, 2, 3, 4, 5), verdict)
    expect(asked.slice(1)).toEqual([[4]])
  })
})

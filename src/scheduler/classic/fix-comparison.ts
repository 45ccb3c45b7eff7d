import type { Pod } from '../../snapshot/pods/pod.ts'
import type { Detail } from '../framework/detail.ts'
import type { NodeList } from '../framework/node-list.ts'
import type { DependsOn, NodeFilter, NodeScorer } from '../framework/plugin.ts'
import { FITS } from '../framework/status-table.ts'

/** A corrected filter beside the release's own, to tell whether the correction changed a verdict. */
export class FixComparisonFilter implements NodeFilter {
  readonly dependsOn: DependsOn
  private readonly corrected: NodeFilter
  private readonly original: NodeFilter
  private readonly found: Int32Array
  private readonly expected: Int32Array
  private readonly onDifference: () => void

  constructor(
    corrected: NodeFilter,
    original: NodeFilter,
    nodeCount: number,
    onDifference: () => void,
  ) {
    this.corrected = corrected
    this.original = original
    this.dependsOn = corrected.dependsOn
    this.found = new Int32Array(nodeCount)
    this.expected = new Int32Array(nodeCount)
    this.onDifference = onDifference
  }

  filter(nodes: NodeList, verdict: Int32Array): void {
    const { found, expected } = this
    for (let index = 0; index < nodes.length; index++) {
      found[nodes.at[index]] = FITS
      expected[nodes.at[index]] = FITS
    }
    this.corrected.filter(nodes, found)
    this.original.filter(nodes, expected)
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      if (found[node] !== FITS) verdict[node] = found[node]
      if ((found[node] === FITS) !== (expected[node] === FITS)) this.onDifference()
    }
  }

  podChanged(pod: Pod, node: number, sign: 1 | -1): void {
    this.corrected.podChanged?.(pod, node, sign)
    this.original.podChanged?.(pod, node, sign)
  }

  addOrRemovePod(pod: Pod, node: number, sign: 1 | -1): void {
    this.corrected.addOrRemovePod?.(pod, node, sign)
    this.original.addOrRemovePod?.(pod, node, sign)
  }

  checkpoint(): () => void {
    const undo = [this.corrected.checkpoint?.(), this.original.checkpoint?.()]
    return () => {
      for (const restore of undo) restore?.()
    }
  }

  details(node: number): readonly Detail[] {
    return this.corrected.details?.(node) ?? []
  }
}

/** The same for scores that need no normalization. */
export class FixComparisonScorer implements NodeScorer {
  readonly dependsOn: DependsOn
  private readonly corrected: NodeScorer
  private readonly original: NodeScorer
  private readonly expected: Float64Array
  private readonly onDifference: () => void

  constructor(
    corrected: NodeScorer,
    original: NodeScorer,
    nodeCount: number,
    onDifference: () => void,
  ) {
    this.corrected = corrected
    this.original = original
    this.dependsOn = corrected.dependsOn
    this.expected = new Float64Array(nodeCount)
    this.onDifference = onDifference
  }

  score(nodes: NodeList, raw: Float64Array): void {
    this.original.score(nodes, this.expected)
    this.corrected.score(nodes, raw)
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      if (raw[node] !== this.expected[node]) this.onDifference()
    }
  }
}

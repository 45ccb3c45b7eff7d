import type { Cause } from '../../explain/why/causes.ts'
import type { NodeVerdict } from '../../explain/why/every-filter.ts'
import type { RunnerUp } from '../../explain/why/runners-up.ts'
import type { Explanation } from '../../use-cases/explanations/explain.ts'
import type { TriedChanges } from '../../use-cases/explanations/try-changes.ts'
import { choiceOf } from './decision.ts'
import { NodeNames } from './node-names.ts'
import { hang, markedLines, type Page } from './page.ts'
import { unknownLines } from './unknown.ts'

/** Causes after the dominant one that are told. */
const CAUSES_MAX = 6
const NODES_MAX = 20

/** An explanation for people: the dominant cause, the other ones, and what would help. */
export function whyLines(explanation: Explanation, node: string | null, page: Page): string[] {
  const names = new NodeNames(explanation.nodes.map((one) => one.node))
  const lines = linesOf(explanation, node, page)
  if (names.commonEnd === '') return lines
  return lines.map((line) => line.replaceAll(names.commonEnd, ''))
}

function linesOf(explanation: Explanation, node: string | null, page: Page): string[] {
  const { decision } = explanation
  const name = `${decision.pod.namespace}/${decision.pod.name}`
  if (decision.outcome === 'scheduled') return placedLines(name, explanation, page)
  const { dominantCause, causes, wouldHelp, triedChanges, nodes } = explanation
  if (decision.outcome === 'unknown') return unknownPodLines(name, explanation, node, page)
  const head = dominantCause?.text ?? decision.message ?? decision.outcome
  return [
    ...markedLines('bad', '✗', `${name}: ${head}`, page),
    ...unknownLines(decision, page),
    ...section('ALSO IN THE WAY', causeLines(causes.slice(1, 1 + CAUSES_MAX), page)),
    ...section(node === null ? '' : `ON ${node}`, node === null ? [] : verdictLines(nodes, page)),
    ...section(`WOULD HELP (${triedChanges} changes decided again)`, helpLines(wouldHelp, page)),
    ...(wouldHelp.length > 0 ? [] : ['', `None of ${triedChanges} changes that were tried helps.`]),
  ]
}

/** What is known all the same, and what would tell the rest. */
function unknownPodLines(
  name: string,
  { decision, causes, nodes }: Explanation,
  node: string | null,
  page: Page,
): string[] {
  const commands = new Set(decision.unknown?.flatMap(({ command }) => command ?? []))
  return [
    ...markedLines('strong', '?', `${name}: cannot be told`, page),
    ...unknownLines(decision, page),
    ...section('IN THE WAY ON OTHER NODES', causeLines(causes.slice(0, CAUSES_MAX), page)),
    ...section(node === null ? '' : `ON ${node}`, node === null ? [] : verdictLines(nodes, page)),
    ...section(
      'TO KNOW MORE',
      [...commands].map((command) => `  ${command}`),
    ),
  ]
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', title, ...lines]
}

function causeLines(causes: readonly Cause[], page: Page): string[] {
  return causes.flatMap(({ text }) => hang('  - ', text, page.columns))
}

function helpLines(help: readonly TriedChanges[], page: Page): string[] {
  return help.flatMap(({ text, node, feasibleNodes, displaced }) => {
    const alone = node !== null && text.includes(node) ? 'fits there' : `fits on ${node}`
    const fits = feasibleNodes === 1 ? alone : `fits on ${feasibleNodes} nodes`
    return hang('  - ', `${text}: ${fits}${describeDisplaced(displaced)}`, page.columns)
  })
}

function describeDisplaced(displaced: TriedChanges['displaced']): string {
  if (displaced === undefined) return ''
  const { name, node } = displaced
  return node === null ? `; ${name} would find no other node` : `; ${name} could go to ${node}`
}

function verdictLines(nodes: readonly NodeVerdict[], page: Page): string[] {
  return nodes.slice(0, NODES_MAX).flatMap(({ rejectedBy, unknownTo }) => {
    const texts = [
      ...rejectedBy.map(({ plugin, reasons }) => `${plugin}: ${reasons.join(', ')}`),
      ...(unknownTo.length === 0 ? [] : [`${unknownTo.join(', ')}: cannot tell`]),
    ]
    const told = texts.length === 0 ? ['every filter lets it in'] : texts
    return told.flatMap((text) => hang('  - ', text, page.columns))
  })
}

function placedLines(name: string, explanation: Explanation, page: Page): string[] {
  const { decision, runnersUp } = explanation
  return [
    ...markedLines(
      'good',
      '✓',
      `${name}: goes to ${choiceOf(decision.node ?? '', decision.tied)}`,
      page,
    ),
    ...section(
      'WHY NOT ELSEWHERE',
      runnersUp.flatMap((one) => runnerUpLines(one, page)),
    ),
  ]
}

function runnerUpLines({ node, behindBy, differences, tippedBy }: RunnerUp, page: Page): string[] {
  const points = differences
    .map(({ plugin, points: value }) => `${plugin} ${value > 0 ? '+' : ''}${value}`)
    .join(', ')
  const behind = behindBy === 0 ? 'as good' : `${behindBy} points behind`
  const tip =
    tippedBy === null
      ? ''
      : `; weight ${tippedBy.to} instead of ${tippedBy.from} for ${tippedBy.plugin} would tip it`
  return hang(
    '  - ',
    `${node}: ${behind}${points === '' ? '' : ` (${points})`}${tip}`,
    page.columns,
  )
}

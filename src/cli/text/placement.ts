import type { DecisionView, NodeScoreView } from '../../explain/decision-view.ts'
import { firstFew } from './counts.ts'
import type { NodeNames } from './node-names.ts'
import { hang, KEEP, type Page } from './page.ts'

const RUNNERS_UP = 3
const TIED_SHOWN = 3

/** The leading scores: what the chosen node's is made of, and what the next best have less of. */
export function placementLines(decision: DecisionView, names: NodeNames, page: Page): string[] {
  const { node, scores = [], tied = [] } = decision
  const chosen = scores.find((one) => one.node === node)
  if (chosen === undefined) return []
  const next = scores.filter((one) => one !== chosen && !tied.includes(one.node))
  const shown = [chosen, ...next.slice(0, RUNNERS_UP)]
  const nameWidth = Math.max(...shown.map((one) => names.short(one.node).length))
  const totalWidth = Math.max(...shown.map(({ total }) => String(total).length))
  return shown.flatMap((one) => {
    const total = String(one.total).padStart(totalWidth)
    const lead = `  ${total}  ${names.short(one.node).padEnd(nameWidth)}  `
    if (one !== chosen) return hang(lead, differenceText(one, chosen), page.columns)
    const choice = choiceText(chosen, tied, names)
    return [
      ...hang(lead, sumText(one), page.columns),
      ...(choice === '' ? [] : hang(' '.repeat(lead.length), choice, page.columns)),
    ]
  })
}

/** What a total is made of. */
function sumText({ plugins }: NodeScoreView): string {
  const parts = Object.entries(plugins).filter(([, { weighted }]) => weighted !== 0)
  return parts.map(([plugin, { weighted }]) => `${plugin}${KEEP}${weighted}`).join(', ')
}

/** Where a node has more or less than the chosen one, the largest difference first. */
function differenceText({ total, plugins }: NodeScoreView, chosen: NodeScoreView): string {
  const less = chosen.total - total
  const differences = Object.entries(chosen.plugins)
    .map(([plugin, { weighted }]) => ({ plugin, by: (plugins[plugin]?.weighted ?? 0) - weighted }))
    .filter(({ by }) => by !== 0)
    .sort((a, b) => Math.abs(b.by) - Math.abs(a.by))
    .map(({ plugin, by }) => `${plugin}${KEEP}${by > 0 ? '+' : ''}${by}`)
  return `${Math.abs(less)} ${less < 0 ? 'more' : 'less'}: ${differences.join(', ')}`
}

/** Why this one, where its total alone does not say it. */
function choiceText(chosen: NodeScoreView, tied: readonly string[], names: NodeNames): string {
  if (!tied.includes(chosen.node)) return 'chosen because an earlier preemption promised it'
  const others = tied.filter((node) => node !== chosen.node).map((node) => names.short(node))
  if (others.length === 0) return ''
  return `tied with ${firstFew(others, TIED_SHOWN)}; chosen by the tie-break`
}

import { amountText, resourceName } from '../../amounts.ts'
import type { AnswerOf } from '../../answers.ts'
import { namesWith } from '../names.ts'
import { familyOf } from '../palette.ts'
import { count, wordsOf } from '../words.ts'
import { capital, Figures, Headline, more, Part, podText, share } from './parts.tsx'

type Capacity = AnswerOf<'capacity'>

const ROWS_MAX = 80
/** Copies that are drawn one by one. */
const SQUARES_MAX = 24

/** How many more fit, where they go, and what stops the next one on each node. */
export function CapacityPicture({ answer }: { readonly answer: Capacity }) {
  const { fits, isMore, stoppedBy, resources, additions } = answer
  const isUnknown = stoppedBy?.outcome === 'unknown'
  const fitting = fits > 0 ? 'scheduled' : 'unschedulable'
  const words = wordsOf(isUnknown ? 'unknown' : fitting)
  const number = fits.toLocaleString('en')
  return (
    <>
      <Headline
        tone={words.tone}
        mark={words.mark}
        word={`${isMore ? 'At least ' : ''}${number} more`}
      >
        {stoppedBy === null ? 'The count ended there; more may fit.' : stopText(stoppedBy)}
      </Headline>
      {stoppedBy?.message != null && (
        <p class="message">
          <code>{stoppedBy.message}</code>
        </p>
      )}
      <Part title="What it takes of the cluster" note="Over all nodes.">
        {resources.map((one) => (
          <ResourceBar key={one.resource} {...one} />
        ))}
        <p class="legend">
          <span>
            <i class="swatch room-used" /> taken before
          </span>
          <span>
            <i class="swatch room-asked" /> by these copies
          </span>
          <span>
            <i class="swatch room-beyond" /> stranded: free, and of no use for one more
          </span>
        </p>
      </Part>
      <ByNode answer={answer} />
      {additions !== null && additions.length > 0 && (
        <Part title="With nodes added">
          <Figures
            figures={additions.map(({ template, nodes, price }) => ({
              name: template,
              value: `${nodes === null ? 'no number does' : count(nodes, 'node')}${price === null ? '' : `, ${price}`}`,
            }))}
          />
        </Part>
      )}
    </>
  )
}

function stopText({ causes, outcome, unknown = [] }: NonNullable<Capacity['stoppedBy']>): string {
  if (outcome === 'unknown') return `Of the next it cannot be told: ${unknown[0]?.why ?? ''}.`
  const [cause] = causes
  return cause === undefined
    ? 'The next one is refused as such.'
    : `The next one finds none: ${firstPart(cause.text)}.`
}

/** The rest says the same of other places. */
function firstPart(text: string): string {
  return text.split('; ')[0] ?? text
}

function ResourceBar({
  resource,
  allocatable,
  freeBefore,
  placed,
  stranded,
}: Capacity['resources'][number]) {
  const name = resourceName(resource)
  const text = (amount: number) => amountText(resource, resource === 'cpu' ? amount / 1000 : amount)
  const used = allocatable - freeBefore
  return (
    <div class="room">
      <span class="room-head">
        <span>{capital(name)}</span>
        <span>
          {text(used)} taken, {text(placed)} by these, {text(stranded)} stranded, of{' '}
          {text(allocatable)}
        </span>
      </span>
      <span class="room-bar" aria-hidden="true">
        <span class="room-used" style={{ width: share(used, allocatable) }} />
        <span class="room-asked" style={{ width: share(placed, allocatable) }} />
        <span class="room-beyond" style={{ width: share(stranded, allocatable) }} />
      </span>
    </div>
  )
}

function ByNode({ answer: { placements, stoppedBy } }: { readonly answer: Capacity }) {
  const verdicts = new Map((stoppedBy?.nodes ?? []).map((one) => [one.node, one]))
  const placed = new Set(placements.map(({ node }) => node))
  const rows = [
    ...placements,
    ...[...verdicts.keys()].filter((node) => !placed.has(node)).map((node) => ({ node, pods: 0 })),
  ]
  const names = namesWith(rows.map(({ node }) => node))
  const most = Math.max(1, ...placements.map(({ pods }) => pods))
  return (
    <Part title="By node" note="How many go there, and what keeps the next one off.">
      <table class="facts">
        <thead>
          <tr>
            <th scope="col">Node</th>
            <th scope="col">Copies</th>
            <th scope="col">What stops the next</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, ROWS_MAX).map(({ node, pods }) => (
            <tr key={node}>
              <th scope="row">{names.short(node)}</th>
              <td>
                <Copies pods={pods} most={most} />
              </td>
              <td>
                {(verdicts.get(node)?.rejectedBy ?? []).map(({ plugin, reasons }) => (
                  <span key={plugin} class="reason">
                    <span class={`letter family-${familyOf(plugin)}`} title={plugin}>
                      {familyOf(plugin)}
                    </span>{' '}
                    {reasons.join(', ')}
                  </span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {stoppedBy !== null && (
        <p class="quiet-text">The next one would be {podText(stoppedBy.pod)}.</p>
      )}
      <p class="quiet-text">{more(rows.length, ROWS_MAX)}</p>
    </Part>
  )
}

/** One square a copy, or a bar where there are many. */
function Copies({ pods, most }: { readonly pods: number; readonly most: number }) {
  return (
    <span class="copies">
      <b>{pods}</b>
      {most <= SQUARES_MAX ? (
        <span aria-hidden="true">
          {Array.from({ length: pods }, (_, index) => (
            <i key={index} class="copy" />
          ))}
        </span>
      ) : (
        <span class="copies-bar" aria-hidden="true">
          <i style={{ width: share(pods, most) }} />
        </span>
      )}
    </span>
  )
}

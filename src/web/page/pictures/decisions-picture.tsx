import type { NodeNames } from '../../../cli/text/node-names.ts'
import type { AnswerOf } from '../../answers.ts'
import { namesWith } from '../names.ts'
import { count, wordsOf } from '../words.ts'
import { Candidates } from './candidates.tsx'
import { GroupCard } from './group-card.tsx'
import { Headline, more, Part, podText } from './parts.tsx'

type Decisions = AnswerOf<'decisions'>
type Decision = Decisions['decisions'][number]

const SHOWN_MAX = 300

/** Where every pod goes when all are decided one after another, and what became of groups. */
export function DecisionsPicture({ answer }: { readonly answer: Decisions }) {
  const { decisions, groups = [], searchedGroups = [] } = answer
  const names = namesWith(decisions.flatMap(({ node }) => node ?? []))
  const placed = decisions.filter(({ outcome }) => outcome === 'scheduled').length
  const isAll = placed === decisions.length
  return (
    <>
      <Headline
        tone={isAll ? 'fits' : 'refused'}
        mark={isAll ? '✓' : '✗'}
        word={`${placed} of ${decisions.length} placed`}
      >
        One after another, as {answer.profile} takes them: what one gets the next does not find.
      </Headline>
      {groups.length + searchedGroups.length > 0 && (
        <Part title="Groups" note="Decided together: enough of each, or nobody.">
          <ul class="groups">
            {groups.map(({ group, status, message, victims }) => {
              const members = decisions.filter((one) => one.group === group)
              return (
                <GroupCard
                  key={group}
                  name={group}
                  placed={members.filter(({ outcome }) => outcome === 'scheduled').length}
                  members={members.length}
                  wanted={0}
                  text={`${message}${victims.length === 0 ? '' : `; ${count(victims.length, 'pod')} would have to go`}`}
                  isPlaced={status === 'True'}
                />
              )
            })}
            {searchedGroups.map((one) => (
              <GroupCard
                key={one.group}
                name={one.group}
                placed={one.placed}
                members={one.members}
                wanted={one.minMember}
                text={searchText(one)}
                isPlaced={one.isPlaced}
              />
            ))}
          </ul>
        </Part>
      )}
      <Part title="Pods, in the order in which they were decided">
        <table class="facts">
          <thead>
            <tr>
              <th scope="col">Pod</th>
              <th scope="col">Node</th>
              <th scope="col">In its scheduler’s words</th>
            </tr>
          </thead>
          <tbody>
            {decisions.slice(0, SHOWN_MAX).map((one, index) => (
              <Row key={index} decision={one} names={names} />
            ))}
          </tbody>
        </table>
        <p class="quiet-text">{more(decisions.length, SHOWN_MAX)}</p>
      </Part>
      {decisions.map(({ pod, preemption }) =>
        preemption?.candidates === undefined ? null : (
          <Candidates key={podText(pod)} of={podText(pod)} preemption={preemption} />
        ),
      )}
    </>
  )
}

function Row({ decision, names }: { readonly decision: Decision; readonly names: NodeNames }) {
  const { pod, outcome, node, message, tied = [], nominatedNode } = decision
  const words = wordsOf(outcome)
  return (
    <tr>
      <th scope="row">{podText(pod)}</th>
      <td>
        <span class={`mark ${words.tone}`}>
          {words.mark} {node === null ? words.word : names.short(node)}
        </span>
        {tied.length > 1 && <small> any of {tied.length}</small>}
        {nominatedNode !== null && <small> nominated {names.short(nominatedNode)}</small>}
      </td>
      <td>{message ?? ''}</td>
    </tr>
  )
}

function searchText({
  foundBy,
  search,
  because,
}: NonNullable<Decisions['searchedGroups']>[number]): string {
  if (foundBy === 'greedy') return 'one after another'
  if (foundBy === 'search') return 'only in another arrangement than one after another'
  if (because !== null) return because === 'unknown' ? 'cannot be told' : 'too few members'
  return search?.ended === 'exhausted' ? 'there is no arrangement' : 'no arrangement was found'
}

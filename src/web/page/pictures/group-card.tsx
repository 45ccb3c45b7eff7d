import { count } from '../words.ts'

const SQUARES_MAX = 200

/** A group: a square a member, an edge where the group has enough. */
export function GroupCard({
  name,
  placed,
  members,
  wanted,
  text,
  isPlaced,
}: {
  readonly name: string
  readonly placed: number
  readonly members: number
  /** 0: not known. */
  readonly wanted: number
  readonly text: string
  readonly isPlaced: boolean
}) {
  return (
    <li class="card">
      <h3>
        <span class={`mark ${isPlaced ? 'fits' : 'refused'}`}>{isPlaced ? '✓' : '✗'}</span> {name}
      </h3>
      <p>
        {placed} of {count(members, 'member')} placed{wanted > 0 && `, at least ${wanted} wanted`}:{' '}
        {text}
      </p>
      <span class="copies" aria-hidden="true">
        {Array.from({ length: Math.min(SQUARES_MAX, members) }, (_, index) => (
          <i
            key={index}
            class={`copy ${index < placed ? '' : 'hollow'} ${index === wanted - 1 ? 'enough' : ''}`}
          />
        ))}
      </span>
    </li>
  )
}

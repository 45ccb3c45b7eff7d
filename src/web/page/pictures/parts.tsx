import type { ComponentChildren } from 'preact'
import type { OutcomeWords } from '../words.ts'

/** What pictures are made of. */

/** The answer in one sentence, as the page's main answer has it. */
export function Headline({
  tone,
  mark,
  word,
  children,
}: Pick<OutcomeWords, 'tone' | 'mark' | 'word'> & { readonly children: ComponentChildren }) {
  return (
    <p class="headline" aria-live="polite">
      <span class={`mark ${tone}`}>
        {mark} {word}.
      </span>{' '}
      {children}
    </p>
  )
}

export function Part({
  title,
  note,
  children,
}: {
  readonly title: string
  readonly note?: string
  readonly children: ComponentChildren
}) {
  return (
    <section class="part-of-picture" aria-label={title}>
      <h2>{title}</h2>
      {note !== undefined && <p class="quiet-text">{note}</p>}
      {children}
    </section>
  )
}

/** A few numbers, side by side. */
export function Figures({
  figures,
}: {
  readonly figures: readonly { readonly name: string; readonly value: string | number }[]
}) {
  return (
    <dl class="figures">
      {figures.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === 'number' ? value.toLocaleString('en') : value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A list of which the end is only counted. */
export function more(count: number, shown: number): string {
  return count > shown ? `and ${(count - shown).toLocaleString('en')} more` : ''
}

export function podText({
  namespace,
  name,
}: {
  readonly namespace: string
  readonly name: string
}): string {
  return `${namespace}/${name}`
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export function share(part: number, whole: number): string {
  return `${whole <= 0 ? 0 : Math.min(100, (100 * part) / whole)}%`
}

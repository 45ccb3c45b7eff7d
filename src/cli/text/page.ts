export type Tone = 'good' | 'bad' | 'warning' | 'strong' | 'dim'

/** What text is laid out on. */
export interface Page {
  /** Infinity: nothing is wrapped or cut, as in a pipe. */
  readonly columns: number
  readonly paint: (tone: Tone, text: string) => string
}

/** Stands for a space at which no line may break. */
export const KEEP = '\u00a0'

// What a file holds must not move a terminal's cursor or colour it.
const CONTROLS = /\p{Cc}+/gu

/** Control characters and line breaks become spaces. */
export function plain(text: string): string {
  return text.replace(CONTROLS, ' ')
}

/** Breaks a text at spaces; a word longer than a line stands alone on its own. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > columns) {
      lines.push(line)
      line = word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return [...lines, line].map((one) => one.replaceAll(KEEP, ' '))
}

/** Lines of a text below each other, the first after `lead`, the others as far in. */
export function hang(lead: string, text: string, columns: number): string[] {
  const margin = ' '.repeat(lead.length)
  return wrap(plain(text), columns - lead.length).map(
    (line, index) => `${index === 0 ? lead : margin}${line}`,
  )
}

/** A sentence behind a mark. It is painted afterwards: paint takes no room on the line. */
export function markedLines(tone: Tone, mark: string, text: string, page: Page): string[] {
  const [first = '', ...rest] = hang(`${mark} `, text, page.columns)
  return [`${page.paint(tone, mark)}${first.slice(mark.length)}`, ...rest]
}

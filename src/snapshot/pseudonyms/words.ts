/** What a name is made of; all else in it, such as digits, dashes and dots, stays. */
const WORD = /[A-Za-z][A-Za-z0-9]*/g
/** No word of a language begins so. */
const PSEUDONYM = /q0[0-9a-z]+/g

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz'

/**
 * Words and their pseudonyms. Word by word, so that what is put together of names stays put together of
 * their pseudonyms; and in the order of the words, so that names sort as before, wherever an order of
 * names breaks a tie.
 */
export class PseudonymWords {
  private readonly pseudonyms = new Map<string, string>()
  private readonly words = new Map<string, string>()

  /** Of words that have pseudonyms already. */
  constructor(known: Iterable<readonly [word: string, pseudonym: string]> = []) {
    for (const [word, pseudonym] of known) this.set(word, pseudonym)
  }

  /** All words, sorted. */
  get entries(): (readonly [word: string, pseudonym: string])[] {
    return [...this.pseudonyms].sort(([a], [b]) => compare(a, b))
  }

  /** Gives pseudonyms to the words that have none, between those of their neighbours. */
  addAll(words: ReadonlySet<string>): void {
    const added = [...words].filter((word) => !this.pseudonyms.has(word)).sort(compare)
    let next = 0
    let below = ''
    for (const [word, pseudonym] of this.entries) {
      const [from, above] = [next, pseudonym.slice(1)]
      while (next < added.length && compare(added[next], word) < 0) next++
      this.spread(added.slice(from, next), below, above)
      below = above
    }
    this.spread(added.slice(next), below, null)
  }

  /** Text with pseudonyms in place of its words; those without one stay. */
  hide(text: string): string {
    return text.replace(WORD, (word) => this.pseudonyms.get(word) ?? word)
  }

  /** Any text with words in place of their pseudonyms. */
  reveal(text: string): string {
    return text.replace(PSEUDONYM, (pseudonym) => this.words.get(pseudonym) ?? pseudonym)
  }

  private spread(words: readonly string[], below: string, above: string | null): void {
    if (words.length === 0) return
    if (below === '' && above === null) return this.spreadEvenly(words)
    const middle = words.length >> 1
    const code = between(below, above)
    this.set(words[middle], `q${code}`)
    this.spread(words.slice(0, middle), below, code)
    this.spread(words.slice(middle + 1), code, above)
  }

  /** As short as so many can be, behind the zero that all have. */
  private spreadEvenly(words: readonly string[]): void {
    const width = 1 + words.length.toString(DIGITS.length).length
    for (const [index, word] of words.entries()) {
      this.set(word, `q${(index + 1).toString(DIGITS.length).padStart(width, '0')}`)
    }
  }

  private set(word: string, pseudonym: string): void {
    this.pseudonyms.set(word, pseudonym)
    this.words.set(pseudonym, word)
  }
}

/** The words of a text. */
export function wordsOf(text: string): readonly string[] {
  return text.match(WORD) ?? []
}

/** A code after one and, if there is one, before another; none ends in a zero but the first ones. */
function between(below: string, above: string | null): string {
  if (above === null || !above.startsWith(below)) return `${below}i`
  return `${below}${under(above.slice(below.length))}`
}

/** A code before this one; only of a key that was not written here nothing is left. */
function under(code: string): string {
  if (code === '') return 'i'
  const digit = DIGITS.indexOf(code.charAt(0))
  if (digit > 1) return DIGITS.charAt(digit >> 1)
  return digit === 1 ? '0i' : `0${under(code.slice(1))}`
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

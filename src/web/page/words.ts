import type { Outcome } from '../../scheduler/decision.ts'

/** How an outcome is told: a mark, a word, and whether it is good. */
export interface OutcomeWords {
  readonly mark: string
  readonly word: string
  readonly tone: 'fits' | 'refused' | 'unknown' | 'held'
}

const WORDS: ReadonlyMap<Outcome, OutcomeWords> = new Map<Outcome, OutcomeWords>([
  ['scheduled', { mark: '✓', word: 'Fits', tone: 'fits' }],
  ['unschedulable', { mark: '✗', word: 'Pending', tone: 'refused' }],
  ['gated', { mark: '•', word: 'Held back', tone: 'held' }],
  ['notResponsible', { mark: '•', word: 'Not this scheduler’s', tone: 'held' }],
  ['alreadyAssigned', { mark: '•', word: 'Already on a node', tone: 'held' }],
  ['terminating', { mark: '•', word: 'Going away', tone: 'held' }],
  ['error', { mark: '?', word: 'The attempt fails', tone: 'unknown' }],
])

const CANNOT_SAY: OutcomeWords = { mark: '?', word: 'Cannot say', tone: 'unknown' }

export function wordsOf(outcome: Outcome): OutcomeWords {
  return WORDS.get(outcome) ?? CANNOT_SAY
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`
}

import type { Assertion } from './pattern.ts'
import type { Instruction } from './program.ts'

/** Counts steps; false: there have been too many, and nothing more is looked at. */
export type Work = (steps: number) => boolean

export interface Match {
  readonly start: number
  readonly end: number
}

/**
 * Runs a program over a text with all ways of matching side by side (Pike's machine), so that the
 * time is text times program whatever the pattern is. Of several matches the leftmost, and of those
 * the one that the pattern prefers.
 */
export class Matcher {
  private readonly program: readonly Instruction[]
  private readonly codes: readonly number[]
  private readonly work: Work
  private current: Threads
  private following: Threads
  private readonly pending: number[] = []

  constructor(program: readonly Instruction[], codes: readonly number[], work: Work) {
    this.program = program
    this.codes = codes
    this.work = work
    this.current = new Threads(program.length)
    this.following = new Threads(program.length)
  }

  /** The match that starts first at a place or behind it; null: none. */
  find(from: number, isAnyEnough: boolean): Match | null {
    let best: Match | null = null
    this.current.clear()
    for (let at = from; at <= this.codes.length; at++) {
      if (best === null) this.add(this.current, 0, at, at)
      if (this.current.size === 0 && best !== null) break
      if (!this.work(this.current.size + 1)) return null
      best = this.advance(at) ?? best
      if (best !== null && isAnyEnough) return best
      const done = this.current
      this.current = this.following
      this.following = done
    }
    return best
  }

  /** Moves every thread over a character; those behind one that has matched are given up. */
  private advance(at: number): Match | null {
    const { current, following, program } = this
    const code = this.codes[at]
    following.clear()
    for (let i = 0; i < current.size; i++) {
      const pc = current.pcs[i]
      const start = current.starts[i]
      const instruction = program[pc]
      if (instruction.op === 'match') return { start, end: at }
      if (instruction.op === 'set' && code !== undefined && instruction.set.has(code)) {
        this.add(following, pc + 1, at + 1, start)
      }
    }
    return null
  }

  /** A thread, and all that it leads to without taking a character. */
  private add(threads: Threads, first: number, at: number, start: number): void {
    const { pending } = this
    pending.push(first)
    for (let pc = pending.pop(); pc !== undefined; pc = pending.pop()) {
      if (!threads.visit(pc)) continue
      const instruction = this.program[pc]
      if (instruction.op === 'jump') pending.push(instruction.to)
      else if (instruction.op === 'split') pending.push(instruction.second, instruction.first)
      else if (instruction.op !== 'assert') threads.push(pc, start)
      else if (this.holds(instruction.assertion, at)) pending.push(pc + 1)
    }
  }

  private holds(assertion: Assertion, at: number): boolean {
    const { codes } = this
    switch (assertion) {
      case 'text-start':
        return at === 0
      case 'text-end':
        return at === codes.length
      case 'line-start':
        return at === 0 || codes[at - 1] === NEWLINE
      case 'line-end':
        return at === codes.length || codes[at] === NEWLINE
      default: {
        const isBoundary = isWord(codes[at - 1]) !== isWord(codes[at])
        return isBoundary === (assertion === 'word-boundary')
      }
    }
  }
}

const NEWLINE = 0x0a

function isWord(code: number | undefined): boolean {
  if (code === undefined) return false
  return (
    (code >= 0x30 && code <= 0x39) ||
    (code >= 0x41 && code <= 0x5a) ||
    code === 0x5f ||
    (code >= 0x61 && code <= 0x7a)
  )
}

/** The places in the program that are reached, in order of preference, each once. */
class Threads {
  readonly pcs: Int32Array
  readonly starts: Int32Array
  size = 0
  private readonly visitedIn: Int32Array
  private generation = 1

  constructor(length: number) {
    this.pcs = new Int32Array(length)
    this.starts = new Int32Array(length)
    this.visitedIn = new Int32Array(length)
  }

  clear(): void {
    this.size = 0
    this.generation++
  }

  /** Whether this is the first visit. */
  visit(pc: number): boolean {
    if (this.visitedIn[pc] === this.generation) return false
    this.visitedIn[pc] = this.generation
    return true
  }

  push(pc: number, start: number): void {
    this.pcs[this.size] = pc
    this.starts[this.size] = start
    this.size++
  }
}

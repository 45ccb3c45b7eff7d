import type { CharSet } from './char-set.ts'
import type { Assertion, Pattern } from './pattern.ts'

export type Instruction =
  | { readonly op: 'match' }
  | { readonly op: 'set'; readonly set: CharSet }
  | { readonly op: 'assert'; readonly assertion: Assertion }
  /** Goes on at `first`, and failing that at `second`. */
  | { readonly op: 'split'; first: number; second: number }
  | { readonly op: 'jump'; to: number }

/** More instructions are refused; a pattern of the longest selector has some ten thousand. */
const INSTRUCTIONS_MAX = 500_000

/** A pattern as a machine without memory; null: it is too large. */
export function compile(pattern: Pattern): readonly Instruction[] | null {
  const compiler = new Compiler()
  compiler.add(pattern)
  return compiler.finish()
}

class Compiler {
  private readonly instructions: Instruction[] = []
  private isTooLarge = false

  finish(): readonly Instruction[] | null {
    this.instructions.push({ op: 'match' })
    return this.isTooLarge ? null : this.instructions
  }

  private get end(): number {
    return this.instructions.length
  }

  private push<T extends Instruction>(instruction: T): T {
    if (this.end >= INSTRUCTIONS_MAX) this.isTooLarge = true
    else this.instructions.push(instruction)
    return instruction
  }

  add(pattern: Pattern): void {
    if (this.isTooLarge) return
    switch (pattern.kind) {
      case 'set':
        this.push({ op: 'set', set: pattern.set })
        return
      case 'assertion':
        this.push({ op: 'assert', assertion: pattern.assertion })
        return
      case 'sequence':
        for (const part of pattern.parts) this.add(part)
        return
      case 'choice':
        this.addChoice(pattern.parts)
        return
      case 'repeat':
        this.addRepeat(pattern)
        return
      default:
    }
  }

  private addChoice(parts: readonly Pattern[]): void {
    const jumps: { to: number }[] = []
    parts.forEach((part, i) => {
      if (i === parts.length - 1) {
        this.add(part)
        return
      }
      const split = this.push({ op: 'split' as const, first: this.end + 1, second: 0 })
      this.add(part)
      jumps.push(this.push({ op: 'jump' as const, to: 0 }))
      split.second = this.end
    })
    for (const jump of jumps) jump.to = this.end
  }

  private addRepeat({ part, min, max, isGreedy }: Extract<Pattern, { kind: 'repeat' }>): void {
    for (let i = 0; i < min; i++) this.add(part)
    if (max === Infinity) {
      const split = this.push({ op: 'split' as const, first: 0, second: 0 })
      const start = this.end
      this.add(part)
      this.push({ op: 'jump', to: start - 1 })
      this.aim(split, start, this.end, isGreedy)
      return
    }
    const splits: { first: number; second: number; start: number }[] = []
    for (let i = min; i < max && !this.isTooLarge; i++) {
      const split = this.push({ op: 'split' as const, first: 0, second: 0 })
      splits.push(Object.assign(split, { start: this.end }))
      this.add(part)
    }
    for (const split of splits) this.aim(split, split.start, this.end, isGreedy)
  }

  private aim(
    split: { first: number; second: number },
    inside: number,
    behind: number,
    isGreedy: boolean,
  ): void {
    split.first = isGreedy ? inside : behind
    split.second = isGreedy ? behind : inside
  }
}

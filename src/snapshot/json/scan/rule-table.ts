import {
  BLANK,
  CAPTURE,
  DROP,
  EACH,
  ENTRY_BYTES,
  ENTRY_LENGTH,
  ENTRY_RULE,
  KEEP,
  KEEP_AND_CAPTURE,
  OBJECT,
  RULE_BIT,
  RULE_CHILD,
  RULE_ENTRIES,
  RULE_MASK,
  RULE_SEED,
  RULE_SLOT,
  RULES,
  SLOTS,
  SLOTS_MAX,
  UNUSUAL_IF_SET,
} from './layout.ts'
import { bind } from './memory.ts'
import { hashOfKey } from './project.ts'
import type { Rule } from './rules.ts'

const KINDS: { readonly [kind in Rule['kind']]: number } = {
  keep: KEEP,
  object: OBJECT,
  each: EACH,
  keepAndCapture: KEEP_AND_CAPTURE,
  capture: CAPTURE,
  drop: DROP,
  blank: BLANK,
  unusual: UNUSUAL_IF_SET,
}

/** One bit of a word for every member that a rule knows, to see when one is repeated. */
const MEMBERS_MAX = 31
const TABLE_BYTES = 1 << 16

/** Rules as the words that a scanner reads. */
export class RuleTable {
  /** To be laid at RULES in a scanner's memory. */
  readonly image: Uint8Array
  private readonly addresses = new Map<Rule, number>()
  private readonly slots = new Map<string, number>()
  private readonly bytes = new Uint8Array(TABLE_BYTES)
  private readonly words = new Int32Array(this.bytes.buffer)
  private end = RULES

  constructor(rules: readonly Rule[]) {
    for (const rule of rules) this.addresses.set(rule, this.write(rule, 0))
    this.image = this.bytes.slice(RULES, this.end)
  }

  /** Of one of the rules that the table was made of. */
  addressOf(rule: Rule): number {
    const address = this.addresses.get(rule)
    if (address === undefined) throw new Error('the rule is not of this table')
    return address
  }

  /** Where a scanner's memory tells of a captured value. */
  slotOf(name: string): number {
    const slot = this.slots.get(name)
    if (slot === undefined) throw new Error(`no rule captures ${name}`)
    return SLOTS + slot
  }

  private write(rule: Rule, bit: number): number {
    if (rule.kind === 'object') return this.writeObject(rule, bit)
    const child = rule.kind === 'each' ? this.write(rule.item, 0) : 0
    const address = this.allot(RULE_SLOT + 4)
    this.set(address, KINDS[rule.kind])
    this.set(address + RULE_BIT, bit)
    if (rule.kind === 'each') this.set(address + RULE_CHILD, child)
    if (rule.kind === 'capture' || rule.kind === 'keepAndCapture') {
      this.set(address + RULE_SLOT, this.slotNamed(rule.name))
    }
    return address
  }

  private writeObject(rule: Extract<Rule, { kind: 'object' }>, bit: number): number {
    const keys = Object.keys(rule.members)
    if (keys.length > MEMBERS_MAX) throw new Error(`a rule has more than ${MEMBERS_MAX} members`)
    const places = keys.map((key) => this.writeText(key))
    const children = Object.values(rule.members).map((child, index) =>
      this.write(child, 1 << index),
    )
    const otherwise = rule.otherwise === 'keep' ? this.write({ kind: 'keep' }, 0) : 0
    const { mask, seed, rows } = this.findSeed(keys, places)
    const address = this.allot(RULE_ENTRIES + (mask + 1) * ENTRY_BYTES)
    this.set(address, OBJECT)
    this.set(address + RULE_BIT, bit)
    this.set(address + RULE_CHILD, otherwise)
    this.set(address + RULE_MASK, mask)
    this.set(address + RULE_SEED, seed)
    for (let row = 0; row <= mask; row++) {
      this.set(address + RULE_ENTRIES + row * ENTRY_BYTES + ENTRY_LENGTH, -1)
    }
    for (const [index, row] of rows.entries()) {
      const entry = address + RULE_ENTRIES + row * ENTRY_BYTES
      this.set(entry, places[index])
      this.set(entry + ENTRY_LENGTH, keys[index].length)
      this.set(entry + ENTRY_RULE, children[index])
    }
    return address
  }

  /** The first table and multiplier with which no two keys meet in one row. */
  private findSeed(keys: readonly string[], places: readonly number[]) {
    bind(this.bytes.buffer)
    for (let mask = 1; mask <= 0xfff; mask = mask * 2 + 1) {
      for (let seed = 0x9e3779b1; seed < 0x9e3779b1 + 512; seed += 2) {
        const rows = keys.map((key, index) => hashOfKey(places[index], key.length, seed) & mask)
        if (new Set(rows).size === keys.length) return { mask, seed, rows }
      }
    }
    throw new Error(`no table tells these keys apart: ${keys.join(', ')}`)
  }

  private writeText(text: string): number {
    const address = this.allot(text.length)
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      if (code > 0x7e) throw new Error(`${text} is not ASCII`)
      this.bytes[address + index] = code
    }
    return address
  }

  private slotNamed(name: string): number {
    let slot = this.slots.get(name)
    if (slot === undefined) {
      if (this.slots.size === SLOTS_MAX) throw new Error(`more than ${SLOTS_MAX} captures`)
      slot = this.slots.size * 8
      this.slots.set(name, slot)
    }
    return slot
  }

  private allot(bytes: number): number {
    const address = this.end
    this.end += (bytes + 3) & ~3
    if (this.end > TABLE_BYTES) throw new Error('the rules are too long')
    return address
  }

  private set(address: number, word: number): void {
    this.words[address >> 2] = word
  }
}

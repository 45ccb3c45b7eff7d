import { isObject } from '../fields.ts'

/** What is kept of a JSON value; of a value of another type than the rule expects, all of it. */
export type Rule =
  | { readonly kind: 'keep' }
  /** These members of an object; `otherwise` says what of all others. */
  | { readonly kind: 'object'; readonly members: Members; readonly otherwise: 'keep' | 'drop' }
  /** Of every item the same. */
  | { readonly kind: 'each'; readonly item: Rule }
  /** All of it; where bytes are scanned, as a range of its own and not in the projection. */
  | { readonly kind: 'capture'; readonly name: string }
  /** All of it, also as a range of its own. */
  | { readonly kind: 'keepAndCapture'; readonly name: string }
  | { readonly kind: 'drop' }
  /** An object with this member, if not null, is kept as an empty one: nobody reads anything of it. */
  | { readonly kind: 'blank' }
  /** A value with this member, if not null, must be looked at as a whole. */
  | { readonly kind: 'unusual' }

export type Members = Readonly<Record<string, Rule>>

export const keep: Rule = { kind: 'keep' }
export const drop: Rule = { kind: 'drop' }
export const blank: Rule = { kind: 'blank' }
export const unusual: Rule = { kind: 'unusual' }

export function only(members: Members): Rule {
  return { kind: 'object', members, otherwise: 'drop' }
}

export function allBut(members: Members): Rule {
  return { kind: 'object', members, otherwise: 'keep' }
}

export function each(item: Rule): Rule {
  return { kind: 'each', item }
}

export function capture(name: string): Rule {
  return { kind: 'capture', name }
}

export function keepAndCapture(name: string): Rule {
  return { kind: 'keepAndCapture', name }
}

/** Does to a value that was parsed already what a scanner does to its bytes; captures are kept in place. */
export function projectJson(value: unknown, rule: Rule): unknown {
  if (rule.kind === 'each') {
    return Array.isArray(value) ? value.map((item) => projectJson(item, rule.item)) : value
  }
  if (rule.kind !== 'object' || !isObject(value)) return value
  const kept: [string, unknown][] = []
  for (const [key, member] of Object.entries(value)) {
    const child = ruleOfMember(rule, key)
    if (child.kind === 'blank' && member !== null) return {}
    const isKept = child.kind === 'unusual' ? member !== null : !NOT_KEPT.has(child.kind)
    if (isKept) kept.push([key, projectJson(member, child)])
  }
  return Object.fromEntries(kept)
}

const NOT_KEPT: ReadonlySet<Rule['kind']> = new Set<Rule['kind']>(['drop', 'blank'])

function ruleOfMember(rule: Extract<Rule, { kind: 'object' }>, key: string): Rule {
  // Names from outside may be those of Object's own members.
  if (Object.hasOwn(rule.members, key)) return rule.members[key]
  return rule.otherwise === 'keep' ? keep : drop
}

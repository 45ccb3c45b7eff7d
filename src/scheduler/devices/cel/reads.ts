import type { CheckedExpr } from './checker/checked.ts'
import type { DeviceRead } from './device-selector.ts'
import type { Expr } from './syntax/expr.ts'

/**
 * The parts of a device that an expression reads. Null where that only shows while it runs: the
 * device or one of its maps is used as a value, or a key is computed.
 */
export function readsOf(checked: CheckedExpr): readonly DeviceRead[] | null {
  const reader = new Reader(checked)
  reader.visit(checked.expr)
  return reader.result()
}

/** The steps from the device to a value: a field, a domain, an id. */
type Path = readonly string[]

class Reader {
  private readonly checked: CheckedExpr
  private readonly found = new Map<string, DeviceRead>()
  private readonly visited = new Set<Expr>()
  /** What cel.bind names. */
  private readonly bound = new Map<number, Path>()
  private isOpen = false

  constructor(checked: CheckedExpr) {
    this.checked = checked
  }

  result(): readonly DeviceRead[] | null {
    return this.isOpen ? null : [...this.found.values()]
  }

  visit(expr: Expr): void {
    if (this.isOpen || this.visited.has(expr)) return
    this.visited.add(expr)
    const path = this.pathOf(expr)
    if (path !== null) this.note(path)
    else this.visitParts(expr)
  }

  private visitParts(expr: Expr): void {
    switch (expr.kind) {
      case 'select':
        this.visit(expr.operand)
        return
      case 'call':
        for (const arg of this.checked.calls.get(expr)?.args ?? expr.args) this.visit(arg)
        return
      case 'list':
        for (const { value } of expr.elements) this.visit(value)
        return
      case 'map':
        for (const { key, value } of expr.entries) {
          this.visit(key)
          this.visit(value)
        }
        return
      case 'comprehension': {
        this.bind(expr)
        for (const part of [expr.range, expr.condition, expr.step, expr.result]) this.visit(part)
        return
      }
      default:
    }
  }

  /** A name for a path is followed; for anything else the value counts as read. */
  private bind(expr: Extract<Expr, { kind: 'comprehension' }>): void {
    const slot = this.checked.loops.get(expr)?.accumulator.slot ?? null
    const path = this.pathOf(expr.init)
    const isBinding = expr.range.kind === 'list' && expr.range.elements.length === 0
    if (isBinding && path !== null && slot !== null) this.bound.set(slot, path)
    else this.visit(expr.init)
  }

  private pathOf(expr: Expr): Path | null {
    if (expr.kind === 'ident') return this.pathOfIdent(expr)
    if (expr.kind === 'select') return this.extended(expr.operand, expr.field)
    if (expr.kind !== 'call' || expr.target !== null || expr.args.length !== 2) return null
    if (!/^_(\[_\]|\[\?_\]|\?\._)$/.test(expr.name)) return null
    const [operand, key] = expr.args
    if (key.kind !== 'literal' || typeof key.value !== 'string') return null
    return this.extended(operand, key.value)
  }

  private pathOfIdent(expr: Expr): Path | null {
    const reference = this.checked.references.get(expr)
    if (reference?.kind !== 'variable') return null
    const { slot } = reference.variable
    return slot === null ? [] : (this.bound.get(slot) ?? null)
  }

  private extended(operand: Expr, key: string): Path | null {
    const path = this.pathOf(operand)
    return path === null ? null : [...path, key]
  }

  private note([what, domain, id]: Path): void {
    if (what === 'driver' || what === 'allowMultipleAllocations') this.found.set(what, { what })
    else if ((what === 'attributes' || what === 'capacity') && id !== undefined) {
      const read = what === 'attributes' ? 'attribute' : 'capacity'
      this.found.set(JSON.stringify([read, domain, id]), { what: read, domain, id })
    } else this.isOpen = true
  }
}

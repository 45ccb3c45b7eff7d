import type { CheckedExpr, ResolvedCall } from '../checker/checked.ts'
import type { CelDialect } from '../device-selector.ts'
import { CONVERSION_NAMES } from '../library/conversions.ts'
import { PATTERN_FUNCTIONS } from '../library/patterns.ts'
import type { CallExpr, ComprehensionExpr, Expr, SelectExpr } from '../syntax/expr.ts'
import { CelError, NO_SUCH_OVERLOAD, TypeValue } from '../values/cel-value.ts'
import { ConditionalAttribute, PathAttribute } from './attribute.ts'
import { callNode, variadic } from './call.ts'
import { DEVICE_ROOT } from './device-path.ts'
import { equality, logical, notStrictlyFalse, optionalOr } from './logic.ts'
import { growing, loopNode } from './loop.ts'
import { planList, planMap, planMembership } from './plan-aggregate.ts'
import { constantQualifier, keyError, type Qualifier } from './qualifier.ts'
import { COST_EXCEEDED, type Node, type Run } from './run.ts'
import { asAttribute, attributeStep, constantStep, type Step, testStep, valueStep } from './step.ts'

/** A part that can never be evaluated; what cel-go says when it makes the program. */
class PlanError extends CelError {}

/** Turns a checked expression into nodes (cel-go interpreter/planner.go with its optimizations). */
export class Planner {
  private readonly checked: CheckedExpr
  private readonly celGo: CelDialect['celGo']
  /** For what is computed before any device is seen. */
  private readonly emptyRun: Run
  private readonly steps = new Map<Expr, Step>()
  /** What starts off the variables that loops collect in. */
  private readonly initials = new Map<number, Node>()
  /** The first part that cannot be evaluated. */
  error: PlanError | null = null

  constructor(checked: CheckedExpr, celGo: CelDialect['celGo'], emptyRun: Run) {
    this.checked = checked
    this.celGo = celGo
    this.emptyRun = emptyRun
  }

  plan(expr: Expr): Step {
    const known = this.steps.get(expr)
    if (known !== undefined) return known
    const step = this.planned(expr)
    this.steps.set(expr, step)
    return step
  }

  private node(expr: Expr): Node {
    return this.plan(expr).node
  }

  private planned(expr: Expr): Step {
    switch (expr.kind) {
      case 'literal':
        return constantStep(expr.value)
      case 'ident':
        return this.planReference(expr)
      case 'select':
        return this.planSelect(expr)
      case 'call':
        return this.planCall(expr)
      case 'list':
        return planList(expr, (part) => this.plan(part))
      case 'map':
        return planMap(expr, (part) => this.plan(part))
      case 'comprehension':
        return this.planLoop(expr)
      default:
        return this.fail(`unknown type: ${expr.typeName}`)
    }
  }

  private fail(text: string): Step {
    this.error ??= new PlanError(text)
    return valueStep(() => COST_EXCEEDED)
  }

  private planReference(expr: Expr): Step {
    const reference = this.checked.references.get(expr)
    if (reference === undefined) return this.fail('no such attribute')
    if (reference.kind === 'type') return constantStep(new TypeValue(reference.type.name))
    const { slot } = reference.variable
    const root: Node = slot === null ? DEVICE_ROOT : this.readSlot(slot)
    return attributeStep(new PathAttribute(root))
  }

  private readSlot(slot: number): Node {
    const initials = this.initials
    return (run) => {
      const value = run.slots[slot]
      if (value !== undefined) return value
      const start = initials.get(slot)
      const initial = start === undefined ? COST_EXCEEDED : growing(start(run))
      run.slots[slot] = initial
      return initial
    }
  }

  private planSelect(expr: SelectExpr): Step {
    if (this.checked.references.has(expr)) return this.planReference(expr)
    const operand = asAttribute(this.plan(expr.operand))
    const qualifier = { ...constantQualifier(expr.field), isTest: expr.isTest }
    const attribute = operand.with(qualifier)
    return expr.isTest ? testStep(attribute) : attributeStep(attribute)
  }

  private planIndex([operand, index]: readonly Expr[], isOptional: boolean): Step {
    const attribute = asAttribute(this.plan(operand))
    const qualifier = this.planQualifier(this.plan(index), isOptional)
    return attributeStep(attribute.with(qualifier))
  }

  private planQualifier(key: Step, isOptional: boolean): Qualifier {
    if (key.constant !== undefined) {
      const error = keyError(key.constant)
      if (error !== null) this.fail(error.text)
      return constantQualifier(key.constant, isOptional)
    }
    const { attribute, node } = key
    // A name as a key costs its steps only.
    const computed: Node = attribute === null ? node : (run) => attribute.resolve(run)
    return { constant: undefined, computed, isOptional, isTest: false }
  }

  private planCall(expr: CallExpr): Step {
    if (expr.name === '_?._') return this.planIndex(expr.args, true)
    const call = this.checked.calls.get(expr)
    if (call === undefined) return this.fail('no such overload')
    switch (call.called.name) {
      case '_&&_':
        return valueStep(
          logical(
            call.args.map((arg) => this.node(arg)),
            false,
          ),
        )
      case '_||_':
        return valueStep(
          logical(
            call.args.map((arg) => this.node(arg)),
            true,
          ),
        )
      case '_?_:_':
        return this.planConditional(call)
      case '_==_':
      case '_!=_':
        return this.planEquality(call)
      case '_[_]':
        return this.planIndex(call.args, false)
      case '_[?_]':
        return this.planIndex(call.args, true)
      case '@not_strictly_false':
        return valueStep(notStrictlyFalse(this.node(call.args[0])))
      case 'or':
      case 'orValue':
        return this.planOptionalOr(call)
      case '@in':
        return planMembership(call, (part) => this.plan(part))
      default:
        return this.planFunction(call)
    }
  }

  private planConditional({ args: [condition, ifTrue, ifFalse] }: ResolvedCall): Step {
    const conditional = new ConditionalAttribute(
      this.node(condition),
      asAttribute(this.plan(ifTrue)),
      asAttribute(this.plan(ifFalse)),
    )
    return attributeStep(conditional)
  }

  private planEquality({ called, args: [left, right] }: ResolvedCall): Step {
    const cost = called.costOf(called.overloads[0])
    const isNegated = called.name === '_!=_'
    return valueStep(equality(this.node(left), this.node(right), cost ?? (() => 1), isNegated))
  }

  private planOptionalOr({ called, args: [left, right] }: ResolvedCall): Step {
    const wantsValue = called.name === 'orValue'
    const isOld = this.celGo === '0.26'
    return valueStep(
      optionalOr(this.node(left), this.node(right), wantsValue, (value) =>
        isOld ? value : NO_SUCH_OVERLOAD,
      ),
    )
  }

  private planFunction(call: ResolvedCall): Step {
    const args = call.args.map((arg) => this.plan(arg))
    const nodes = args.map(({ node }) => node)
    const { called, overload } = call
    const [first] = args
    if (args.length === 1 && first.constant !== undefined && CONVERSION_NAMES.has(called.name)) {
      const value = called.call(overload, [first.constant], this.emptyRun)
      return value instanceof CelError ? this.fail(value.text) : constantStep(value)
    }
    const patternAt = PATTERN_FUNCTIONS.get(called.name)
    const pattern = patternAt === undefined ? undefined : args[patternAt]?.constant
    if (typeof pattern !== 'string') return valueStep(callNode(call, nodes))
    const compiled = this.emptyRun.texts.pattern(pattern)
    if (compiled instanceof CelError) return this.fail(compiled.text)
    const cost = called.costOf(overload)
    return valueStep(
      variadic(
        nodes,
        (values, run) =>
          typeof values[0] === 'string' ? called.call(overload, values, run) : NO_SUCH_OVERLOAD,
        cost,
      ),
    )
  }

  private planLoop(expr: ComprehensionExpr): Step {
    const variables = this.checked.loops.get(expr)
    if (variables === undefined) return this.fail('no such attribute')
    const { accumulator, first, second } = variables
    const slot = accumulator.slot ?? 0
    this.initials.set(slot, this.node(expr.init))
    return valueStep(
      loopNode({
        range: this.node(expr.range),
        accumulator: slot,
        first: first.slot ?? 0,
        second: second === null ? null : second.slot,
        condition: this.node(expr.condition),
        step: this.node(expr.step),
        result: this.node(expr.result),
      }),
    )
  }
}

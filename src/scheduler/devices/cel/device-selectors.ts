import { check } from './checker/checker.ts'
import { Environment } from './checker/environment.ts'
import { validate } from './checker/validators.ts'
import type {
  AttributeValue,
  CelDialect,
  CompileError,
  DeviceRead,
  DeviceSelector,
  SelectorCompiler,
  SelectorDevice,
  SelectorVerdict,
} from './device-selector.ts'
import { DeviceTexts } from './interpreter/device-value.ts'
import { Planner } from './interpreter/planner.ts'
import { type Node, Run } from './interpreter/run.ts'
import { readsOf } from './reads.ts'
import { ExpressionErrors } from './syntax/expression-errors.ts'
import { parse } from './syntax/parser.ts'
import { Source } from './syntax/source.ts'
import { toBool } from './to-bool.ts'
import { BOOL, isExactType } from './types/cel-type.ts'
import { printType } from './types/format-type.ts'
import { CelError } from './values/cel-value.ts'
import { parseSemver } from './values/semver.ts'

const MISSING_KEY = 'no such key:'
const SUGGESTION =
  '. consider using CEL optional chaining (.? followed by orValue()) or guarding the check with has() for optional fields'

/** The selectors of one release: compiled once for each expression (dynamic-resource-allocation/cel). */
export class DeviceSelectors implements SelectorCompiler {
  private readonly dialect: CelDialect
  private readonly environment: Environment
  private readonly compiled = new Map<string, DeviceSelector | CompileError>()
  private readonly texts = new DeviceTexts()

  constructor(dialect: CelDialect) {
    this.dialect = dialect
    this.environment = new Environment(dialect)
  }

  compile(expression: string): DeviceSelector | CompileError {
    let selector = this.compiled.get(expression)
    if (selector === undefined) {
      selector = this.compileNew(expression)
      this.compiled.set(expression, selector)
    }
    return selector
  }

  private compileNew(expression: string): DeviceSelector | CompileError {
    const source = new Source(expression)
    const errors = new ExpressionErrors(source)
    const expr = parse(source, errors)
    if (expr === null) return failed(errors)
    const checked = check(expr, this.environment, errors)
    if (!errors.any) validate(checked, this.texts, errors)
    if (errors.any) return failed(errors)
    const type = checked.typeOf(expr) ?? BOOL
    if (!isExactType(type, BOOL) && !isExactType(type, this.environment.attributeType)) {
      const wrong = `must evaluate to bool or the unknown type, not ${printType(type)}`
      return { compileError: wrong }
    }
    const emptyRun = new Run(NO_DEVICE, this.texts, checked.slotCount)
    const planner = new Planner(checked, this.dialect.celGo, emptyRun)
    const { node } = planner.plan(expr)
    if (planner.error !== null) {
      return { compileError: `program instantiation failed: ${planner.error.text}` }
    }
    const { suggestsOptionals } = this.dialect
    return new CompiledSelector(expression, node, emptyRun, readsOf(checked), suggestsOptionals)
  }
}

function failed(errors: ExpressionErrors): CompileError {
  return { compileError: `compilation failed: ${errors}` }
}

const NO_DEVICE: SelectorDevice = {
  driver: '',
  allowMultipleAllocations: false,
  attribute: () => undefined,
  capacity: () => undefined,
  attributeNames: () => [],
  capacityNames: () => [],
  problem: null,
}

class CompiledSelector implements DeviceSelector {
  readonly expression: string
  readonly dependsOn: readonly DeviceRead[] | null
  private readonly node: Node
  private readonly run: Run
  private readonly suggestsOptionals: boolean

  constructor(
    expression: string,
    node: Node,
    run: Run,
    dependsOn: readonly DeviceRead[] | null,
    suggestsOptionals: boolean,
  ) {
    this.expression = expression
    this.node = node
    this.run = run
    this.dependsOn = dependsOn
    this.suggestsOptionals = suggestsOptionals
  }

  get lastCost(): number {
    return this.run.cost
  }

  matches(device: SelectorDevice): SelectorVerdict {
    if (device.problem !== null) return { error: device.problem }
    this.run.start(device)
    const value = this.node(this.run)
    const outcome = this.run.isOver ? this.run.abortedWith : value
    if (outcome instanceof CelError) return { error: this.enhance(outcome.text) }
    const matched = toBool(outcome)
    return typeof matched === 'boolean' ? { matched } : matched
  }

  private enhance(text: string): string {
    return this.suggestsOptionals && text.includes(MISSING_KEY) ? `${text}${SUGGESTION}` : text
  }
}

/** What keeps a device from being judged at all: the problem of one of its attributes. */
export function attributeProblem(name: string, value: AttributeValue): string | null {
  if (value === null) return `attribute ${name}: unsupported attribute value`
  for (const one of Array.isArray(value) ? value : [value]) {
    if (typeof one !== 'object') continue
    const version = parseSemver(one.version)
    if (typeof version === 'string') return `attribute ${name}: parse semantic version: ${version}`
  }
  return null
}

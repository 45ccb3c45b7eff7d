import { checkFields } from '../../admission/decode/check-fields.ts'
import { isObject } from '../../snapshot/json/fields.ts'
import { ISSUES_MAX, type Issues, type JsonPath } from '../../snapshot/json/json-path.ts'

/** As kubectl has it: refuse what is misspelt, tell of it, or let it be. */
export type Validate = 'strict' | 'warn' | 'ignore'

/** What is said of a request that is answered all the same. */
export interface Warning {
  readonly pointer: string
  readonly message: string
}

/** Holds hand-written objects against the fields that their kinds have. */
export class FieldCheck {
  private readonly validate: Validate
  private readonly issues: Issues
  private readonly warned: Warning[] = []

  /** What is refused goes to `issues`. */
  constructor(validate: Validate, issues: Issues) {
    this.validate = validate
    this.issues = issues
  }

  /** What was warned of; absent unless warnings were asked for. */
  get warnings(): readonly Warning[] | undefined {
    return this.validate === 'warn' ? this.warned : undefined
  }

  /** An object of the kind that it names; `kind` where it need not name one. */
  check(object: unknown, path: JsonPath, kind?: string): void {
    if (this.validate === 'ignore' || !isObject(object)) return
    // Once nothing more is told, nothing more is looked for.
    if (this.issues.list.length >= ISSUES_MAX) return
    const { kind: named = kind, apiVersion } = object
    for (const { kind: ofFault, path: steps, message } of checkFields(object, named, apiVersion)) {
      const at = steps.reduce((place, step) => place.at(step), path)
      if (ofFault === 'wrong') this.issues.add(at, 'not-a-request', message)
      else if (ofFault === 'quantity') this.issues.add(at, 'invalid-quantity', message)
      else if (this.validate === 'strict') this.issues.add(at, 'unknown-field', message)
      else if (this.warned.length < ISSUES_MAX) this.warned.push({ pointer: at.pointer, message })
    }
  }
}

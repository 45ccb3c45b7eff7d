import { pointerStep } from './json-pointer.ts'

/** A position in the request, written as a JSON pointer only when somebody must be told of it. */
export class JsonPath {
  readonly parent: JsonPath | null
  readonly key: string | number

  constructor(parent: JsonPath | null, key: string | number) {
    this.parent = parent
    this.key = key
  }

  at(key: string | number): JsonPath {
    return new JsonPath(this, key)
  }

  /** RFC 6901. The root place has the empty key and no parent. */
  get pointer(): string {
    if (this.parent === null) return ''
    return `${this.parent.pointer}${pointerStep(this.key)}`
  }
}

export const ROOT: JsonPath = new JsonPath(null, '')

/** One thing wrong with the request. `code` is one of the wire's problem codes. */
export interface Issue {
  readonly pointer: string
  readonly code: IssueCode
  readonly message: string
}

export type IssueCode =
  | 'not-a-request'
  | 'unknown-field'
  | 'invalid-quantity'
  | 'invalid-selector'
  | 'duplicate-object'
  | 'invalid-config'
  | 'unknown-profile'
  | 'too-many'
  | 'too-expensive'

/** No request is told of more issues than this; reading goes on so that all are of one pass. */
export const ISSUES_MAX = 50

/** Collects what is wrong while reading goes on, so that a caller learns everything at once. */
export class Issues {
  readonly list: Issue[] = []

  get any(): boolean {
    return this.list.length > 0
  }

  add(path: JsonPath, code: IssueCode, message: string): void {
    if (this.list.length < ISSUES_MAX) this.list.push({ pointer: path.pointer, code, message })
  }
}

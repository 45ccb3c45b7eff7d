/** One of Kubernetes' formats of strings: what is wrong with a text, nothing if it is fine. */
export class NamedFormat {
  readonly name: string
  readonly validate: (text: string) => readonly string[]
  /** The length of its pattern, by which matching it is charged. */
  readonly patternLength: number

  constructor(name: string, validate: (text: string) => readonly string[], patternLength: number) {
    this.name = name
    this.validate = validate
    this.patternLength = patternLength
  }
}

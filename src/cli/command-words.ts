/** One option of a command: how it is read, what its help says, what completes it. */
export interface OptionSpec {
  readonly type: 'string' | 'boolean'
  readonly short?: string
  readonly multiple?: boolean
  /** What the help calls its value, such as FILE. */
  readonly value?: string
  readonly help: string
  /** All the values that there are. */
  readonly choices?: readonly string[]
  /** Some that a shell may offer. */
  readonly suggests?: readonly string[]
  /** The help shows it as --no-NAME: it holds unless it is denied. */
  readonly deniable?: true
  /** It says how the answer is told; the question is the same. */
  readonly isOfAnswer?: true
}

export type OptionTable = Readonly<Record<string, OptionSpec>>

type ValueOf<Spec extends OptionSpec> = Spec['type'] extends 'boolean'
  ? boolean
  : Spec extends { readonly multiple: true }
    ? readonly string[]
    : Spec extends { readonly choices: readonly (infer Choice)[] }
      ? Choice
      : string

/** What was given of a table's options. */
export type Values<Options extends OptionTable> = {
  readonly [Name in keyof Options]?: ValueOf<Options[Name]> | undefined
}

/** What a command was asked. */
export interface Asked<Options extends OptionTable> {
  readonly values: Values<Options>
  /** The words that belong to no option. */
  readonly names: readonly string[]
  /** All that makes it another question, but for what files hold. */
  readonly question: string
}

export interface CommandWords<Options extends OptionTable> {
  readonly name: string
  /** In the list of all commands. */
  readonly summary: string
  /** The words after the name that belong to no option, as the usage shows them; none: ''. */
  readonly operands: string
  /** How many of them there must be, and may be; absent: none, any number. */
  readonly operandsMin?: number
  readonly operandsMax?: number
  /** What a shell may offer for the first of them. */
  readonly operandChoices?: readonly string[]
  readonly options: Options
  /** Words after `berth`, each an example that works where the files that it names are. */
  readonly examples: readonly string[]
  /** What else the help says, a paragraph each. */
  readonly notes?: readonly string[]
  /** Words that the first operand may be: how each is used, and what for. */
  readonly subcommands?: readonly (readonly [usage: string, summary: string])[]
}

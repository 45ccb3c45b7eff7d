/** Of an OpenAPI 3.1 document what the page of it reads; schemas/ makes nothing else. */

export interface OpenApi {
  readonly info: { readonly title: string; readonly version: string; readonly summary: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly security?: readonly object[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, Answer>>
}

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: Schema
}

export interface Answer {
  readonly description: string
  readonly content?: Content
}

export type Content = Readonly<Record<string, Media>>

export interface Media {
  readonly schema: Schema
  readonly examples?: Readonly<
    Record<string, { readonly summary?: string; readonly value: unknown }>
  >
}

/** JSON Schema, draft 2020-12. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
}

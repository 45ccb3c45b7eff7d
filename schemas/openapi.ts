import * as z from 'zod'
import { VERSION } from '../src/version.ts'
import { CALL_EXAMPLES, type CallExample, type CallExamples } from './call-examples.ts'
import { EXAMPLES, type Examples } from './examples.ts'
import type { Answer, Operation } from './operation.ts'
import { OPERATIONS } from './operations.ts'
import { Problem } from './problem.ts'
import { PROBLEM_KINDS, type ProblemCode } from './problem-kinds.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document, assembled from the schemas of all operations. */
export function buildOpenApi(
  examples: Examples = EXAMPLES,
  calls: CallExamples = CALL_EXAMPLES,
): Json {
  const components = new Components()
  const paths = new Map<string, Json>()
  for (const operation of OPERATIONS) {
    const path = paths.get(operation.path) ?? {}
    path[operation.method] = describeOperation(operation, components, { examples, calls })
    paths.set(operation.path, path)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Berth',
      version: VERSION,
      summary: 'Where should this pod go, and why?',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    paths: Object.fromEntries(paths),
    components: {
      schemas: components.sorted(),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  }
}

/** One JSON Schema (draft 2020-12) that stands alone. */
export function buildJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  return { ...z.toJSONSchema(schema, { io, unrepresentable: 'any' }) }
}

/** Collects named schemas; one name has one shape, whether it is sent or received. */
class Components {
  private readonly schemas = new Map<string, Json>()

  /** A schema with its named parts moved to the components and referred to there. */
  refer(schema: z.ZodType, io: 'input' | 'output'): Json {
    const { $schema: _draft, $defs, ...root } = buildJsonSchema(schema, io)
    // A draft 2020-12 $defs holds schemas by name.
    for (const [name, part] of Object.entries(($defs ?? {}) as Record<string, Json>)) {
      this.add(name, withComponentRefs(part))
    }
    return withComponentRefs(root)
  }

  sorted(): Json {
    return Object.fromEntries([...this.schemas].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  private add(name: string, shape: Json): void {
    const known = this.schemas.get(name)
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(shape)) {
      throw new Error(`two schemas are named ${name}`)
    }
    this.schemas.set(name, shape)
  }
}

function withComponentRefs(schema: Json): Json {
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')
  return JSON.parse(text) // the same document with other references
}

interface Shown {
  readonly examples: Examples
  readonly calls: CallExamples
}

function describeOperation(
  operation: Operation,
  components: Components,
  { examples, calls }: Shown,
): Json {
  const ofThis = examplesOf(operation, examples, calls)
  const { request, token } = operation
  const parameters = describeParameters(operation)
  return {
    operationId: operation.id,
    summary: operation.summary,
    ...(token === 'configured' && { security: [{}, { bearer: [] }] }),
    ...(token === 'always' && { security: [{ bearer: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(request !== undefined && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: components.refer(request, 'input'),
            ...describeExamples(ofThis, 'request'),
          },
        },
      },
    }),
    responses: {
      ...Object.fromEntries(
        operation.answers.map((answer) => describeAnswer(answer, components, ofThis)),
      ),
      ...describeProblems(operation, components),
    },
  }
}

/** Of the JSON schema of an object, what describes parameters. */
interface ObjectSchema {
  readonly properties?: Json
  readonly required?: readonly string[]
}

function describeParameters({ path, query, headers = [] }: Operation): Json[] {
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name)
  const text = { type: 'string' }
  // An object schema's properties are schemas by name.
  const { properties = {}, required = [] } =
    query === undefined ? {} : (buildJsonSchema(query, 'input') as ObjectSchema)
  return [
    ...names.map((name) => ({ name, in: 'path', required: true, schema: text })),
    ...Object.entries(properties).map(([name, schema]) => ({
      name,
      in: 'query',
      ...(required.includes(name) && { required: true }),
      schema,
    })),
    ...headers.map((name) => ({ name, in: 'header', schema: text })),
  ]
}

function describeAnswer(
  { status, means, body, contentType = 'application/json', line }: Answer,
  components: Components,
  examples: OperationExamples,
): [string, Json] {
  const headers = { 'x-request-id': { schema: { type: 'string' } } }
  if (body === undefined) return [String(status), { description: means, headers }]
  const schema = components.refer(body, 'output')
  const json = { schema, ...describeExamples(examples, 'response') }
  const content: Json = { [contentType]: json }
  if (line !== undefined) {
    content['application/x-ndjson'] = { schema: components.refer(line, 'output') }
  }
  return [String(status), { description: means, headers, content }]
}

type OperationExamples = Readonly<Record<string, CallExample & { readonly summary: string }>>

/** Whole examples where there are any, else the one call of /docs. */
function examplesOf({ id, summary }: Operation, examples: Examples, calls: CallExamples) {
  const call = Object.hasOwn(calls, id) ? calls[id] : undefined
  const ofThis: OperationExamples = examples.get(id) ?? {}
  if (Object.keys(ofThis).length > 0 || call === undefined) return ofThis
  return { [id]: { ...call, summary } }
}

function describeExamples(examples: OperationExamples, side: 'request' | 'response'): Json {
  const described = Object.entries(examples).flatMap(([name, example]) => {
    const value = example[side]
    return value === undefined ? [] : [[name, { summary: example.summary, value }]]
  })
  return described.length === 0 ? {} : { examples: Object.fromEntries(described) }
}

/** Codes by status; a version conflict has a second one where the request can carry If-Match. */
function describeProblems({ problems, headers = [] }: Operation, components: Components): Json {
  const byStatus = new Map<number, Set<ProblemCode>>()
  const add = (status: number, code: ProblemCode) => {
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code))
  }
  for (const code of problems) {
    add(PROBLEM_KINDS[code].status, code)
    if (code === 'version-conflict' && headers.includes('If-Match')) add(412, code)
  }
  const content = { 'application/problem+json': { schema: components.refer(Problem, 'output') } }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      { description: [...codes].join(', '), content },
    ]),
  )
}

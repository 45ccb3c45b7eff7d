import * as z from 'zod'
import { PROBLEM_KINDS, type ProblemCode } from '../src/api/problem.ts'
import { VERSION } from '../src/version.ts'
import { OPERATIONS, type Operation } from './operations.ts'
import { Problem } from './problem.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document, assembled from the schemas of all operations. */
export function buildOpenApi(): Json {
  const components = new Components()
  const paths = new Map<string, Json>()
  for (const operation of OPERATIONS) {
    const path = paths.get(operation.path) ?? {}
    path[operation.method] = describeOperation(operation, components)
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

function describeOperation(operation: Operation, components: Components): Json {
  const { request, response } = operation
  return {
    operationId: operation.id,
    summary: operation.summary,
    ...(operation.secured === true && { security: [{}, { bearer: [] }] }),
    ...(operation.parameters !== undefined && { parameters: operation.parameters }),
    ...(request !== undefined && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: components.refer(request, 'input') } },
      },
    }),
    responses: {
      [String(operation.status ?? 200)]: {
        description: operation.answer,
        headers: { 'x-request-id': { schema: { type: 'string' } } },
        ...(response !== undefined && {
          content: { 'application/json': { schema: components.refer(response, 'output') } },
        }),
      },
      ...describeProblems(operation.problems, components),
    },
  }
}

function describeProblems(codes: readonly ProblemCode[], components: Components): Json {
  const byStatus = new Map<number, ProblemCode[]>()
  for (const code of codes) {
    const { status } = PROBLEM_KINDS[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const content = { 'application/problem+json': { schema: components.refer(Problem, 'output') } }
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => [status, { description: names.join(', '), content }]),
  )
}

import type * as z from 'zod'
import { CALL_EXAMPLES, type CallExamples } from './call-examples.ts'
import { DecisionRequest } from './decisions/decision-request.ts'
import { DecisionResponse } from './decisions/decision-response.ts'
import { EXAMPLES, type Examples } from './examples.ts'
import { buildJsonSchema, buildOpenApi } from './openapi.ts'
import { Problem } from './problem.ts'

const SCHEMAS: readonly (readonly [string, z.ZodType, 'input' | 'output'])[] = [
  ['decision-request.schema.json', DecisionRequest, 'input'],
  ['decision-response.schema.json', DecisionResponse, 'output'],
  ['problem.schema.json', Problem, 'output'],
]

/** Every generated file of this folder, by name. */
export function contractFiles(
  examples: Examples = EXAMPLES,
  calls: CallExamples = CALL_EXAMPLES,
): Map<string, string> {
  const files = new Map([['openapi.json', print(buildOpenApi(examples, calls))]])
  files.set('examples/calls.json', print(calls))
  for (const ofOperation of examples.values()) {
    for (const [name, example] of Object.entries(ofOperation)) {
      files.set(`examples/${name}.json`, print(example))
    }
  }
  for (const [name, schema, io] of SCHEMAS) files.set(name, print(buildJsonSchema(schema, io)))
  return files
}

function print(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`
}

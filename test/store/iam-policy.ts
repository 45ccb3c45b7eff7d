import { readFileSync } from 'node:fs'
import * as z from 'zod'

/** As much of IAM's language as docs/iam uses; what is not understood here is no policy. */
const Policy = z.strictObject({
  Version: z.literal('2012-10-17'),
  Statement: z
    .array(
      z.strictObject({
        Sid: z.string(),
        Effect: z.literal('Allow'),
        Action: z.array(z.stringFormat('action', /^dynamodb:[A-Z][A-Za-z]+$/)),
        Resource: z.stringFormat('table', /^arn:aws:dynamodb:[a-z0-9-]+:\d{12}:table\/[a-z-]+$/),
        Condition: z
          .strictObject({
            'ForAllValues:StringLike': z.strictObject({
              'dynamodb:LeadingKeys': z.array(z.string()).min(1),
            }),
            // Without it a call that names no key at all would be allowed.
            Null: z.strictObject({ 'dynamodb:LeadingKeys': z.literal('false') }),
          })
          .optional(),
      }),
    )
    .min(1),
})
export type Policy = z.output<typeof Policy>

export function readPolicy(name: string): Policy {
  const file = new URL(`../../docs/iam/${name}.json`, import.meta.url)
  return Policy.parse(JSON.parse(readFileSync(file, 'utf8')))
}

/** The parts of a DynamoDB call that a policy looks at. */
const Call = z.object({
  TableName: z.string(),
  Key: z.object({ pk: z.object({ S: z.string() }) }).optional(),
  Item: z.object({ pk: z.object({ S: z.string() }) }).optional(),
  ExpressionAttributeValues: z.object({ ':pk': z.object({ S: z.string() }).optional() }).optional(),
})

/** Whether the policy allows a call, given as its operation and its body. */
export function allows({ Statement }: Policy, operation: string, body: string): boolean {
  const { TableName, Key, Item, ExpressionAttributeValues } = Call.parse(JSON.parse(body))
  const key = (Key?.pk ?? Item?.pk ?? ExpressionAttributeValues?.[':pk'])?.S
  return Statement.some(({ Action, Resource, Condition }) => {
    if (!Action.includes(`dynamodb:${operation}`)) return false
    if (!Resource.endsWith(`:table/${TableName}`)) return false
    if (Condition === undefined) return true
    const patterns = Condition['ForAllValues:StringLike']['dynamodb:LeadingKeys']
    return key !== undefined && patterns.some((pattern) => isLike(key, pattern))
  })
}

/** IAM's StringLike: a star stands for any text. */
function isLike(text: string, pattern: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`, 's').test(text)
}

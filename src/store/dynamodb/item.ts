import type { AttributeValue, PutItemCommandInput } from '@aws-sdk/client-dynamodb'
import type { Condition, ItemRange, StoredItem } from '../port.ts'

/** The attribute that DynamoDB's TTL reads. */
export const TTL_ATTRIBUTE = 'expiresAt'

/** Tells whose write an item is, so that a writer recognises its own after an unclear answer. */
const WRITE_ID = 'writeId'

type Attributes = Record<string, AttributeValue>

export function toAttributes(item: StoredItem, writeId: string): Attributes {
  const attributes: Attributes = {
    pk: { S: item.pk },
    sk: { S: item.sk },
    version: { N: String(item.version) },
    body: { S: item.body },
    [WRITE_ID]: { S: writeId },
  }
  if (item.expiresAtSeconds !== undefined) {
    attributes[TTL_ATTRIBUTE] = { N: String(item.expiresAtSeconds) }
  }
  return attributes
}

/** Reads an item; an attribute that somebody removed or retyped reads as empty, never throws. */
export function fromAttributes(attributes: Attributes): StoredItem {
  const text = (name: string) => attributes[name]?.S ?? ''
  const expiresAt = attributes[TTL_ATTRIBUTE]?.N
  return {
    pk: text('pk'),
    sk: text('sk'),
    version: Number(attributes['version']?.N ?? 0),
    body: text('body'),
    ...(expiresAt === undefined ? {} : { expiresAtSeconds: Number(expiresAt) }),
  }
}

export function writeIdOf(attributes: Attributes | undefined): string | undefined {
  return attributes?.[WRITE_ID]?.S
}

type ConditionInput = Pick<
  PutItemCommandInput,
  'ConditionExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
>

export function toCondition(condition: Condition, { version }: StoredItem): ConditionInput {
  if (condition === 'absent') return { ConditionExpression: 'attribute_not_exists(pk)' }
  return {
    ConditionExpression: 'attribute_not_exists(pk) OR #version < :version',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: { ':version': { N: String(version) } },
  }
}

export function toKeyCondition({ pk, from, to }: ItemRange): {
  KeyConditionExpression: string
  ExpressionAttributeValues: Attributes
} {
  const values: Attributes = { ':pk': { S: pk } }
  if (from !== undefined) values[':from'] = { S: from }
  if (to !== undefined) values[':to'] = { S: to }
  return {
    KeyConditionExpression: `pk = :pk${sortKeyCondition(from, to)}`,
    ExpressionAttributeValues: values,
  }
}

// A key condition takes one test of the sort key, so two bounds must be a BETWEEN.
function sortKeyCondition(from: string | undefined, to: string | undefined): string {
  if (from !== undefined && to !== undefined) return ' AND sk BETWEEN :from AND :to'
  if (from !== undefined) return ' AND sk >= :from'
  return to === undefined ? '' : ' AND sk <= :to'
}

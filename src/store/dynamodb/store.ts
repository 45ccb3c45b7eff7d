import {
  DynamoDBClient,
  type DynamoDBClientConfig,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  type QueryCommandOutput,
} from '@aws-sdk/client-dynamodb'
import { err, ok } from '../../result.ts'
import type { Condition, ItemKey, ItemRange, StoredItem, StorePort } from '../port.ts'
import { CONFLICT } from '../port.ts'
import type { Runtime } from '../runtime.ts'
import type { DynamodbSettings } from '../settings.ts'
import {
  CALL_TIMEOUT_MS,
  callOnce,
  callRepeatedly,
  isFinal,
  startTries,
  waitBeforeRetry,
} from './call.ts'
import { watchClock } from './clock.ts'
import { toUnavailable } from './failure.ts'
import { fromAttributes, toAttributes, toCondition, toKeyCondition, writeIdOf } from './item.ts'

const CONNECT_TIMEOUT_MS = 1000

/**
 * The port over one DynamoDB table: GetItem, PutItem and Query, all strongly consistent. Retries
 * are here and not in the SDK, because only here it is known whether an earlier try may have
 * written, and because the waiting is the runtime's.
 */
export function createDynamodbStore(settings: DynamodbSettings, runtime: Runtime): StorePort {
  const client = createClient(settings)
  const table: Table = { client, name: settings.table, runtime }
  return {
    kind: 'dynamodb',
    clockLeadMs: watchClock(client, runtime),
    async get(key) {
      const got = await getItem(table, key)
      if (!got.ok) return got
      return ok(got.value.Item === undefined ? null : fromAttributes(got.value.Item))
    },
    put: (item, condition) => putItem(table, item, condition),
    query: (range) => queryItems(table, range),
  }
}

/** A client of the configured endpoint and account; one call is one request, with time-outs. */
export function createClient(settings: DynamodbSettings): DynamoDBClient {
  const { region, endpoint, credentials } = settings
  const config: DynamoDBClientConfig = {
    maxAttempts: 1,
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, requestTimeout: CALL_TIMEOUT_MS },
    ...(region === undefined ? {} : { region }),
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
  }
  return new DynamoDBClient(config)
}

interface Table {
  readonly client: DynamoDBClient
  readonly name: string
  readonly runtime: Runtime
}

function getItem({ client, name, runtime }: Table, { pk, sk }: ItemKey) {
  const command = new GetItemCommand({
    TableName: name,
    Key: { pk: { S: pk }, sk: { S: sk } },
    ConsistentRead: true,
  })
  return callRepeatedly(runtime, (options) => client.send(command, options))
}

async function putItem(
  table: Table,
  item: StoredItem,
  condition: Condition,
): ReturnType<StorePort['put']> {
  const { client, name, runtime } = table
  const writeId = runtime.randomId()
  const command = new PutItemCommand({
    TableName: name,
    Item: toAttributes(item, writeId),
    ...toCondition(condition, item),
  })
  const tries = startTries(runtime)
  let mayHaveWritten = false
  for (;;) {
    const put = await callOnce((options) => client.send(command, options), tries)
    if (put.ok) return ok(null)
    if (put.error.kind === 'conditionFailed') {
      return mayHaveWritten ? recognise(table, item, writeId) : err(CONFLICT)
    }
    mayHaveWritten ||= put.error.kind === 'uncertain'
    if (isFinal(put.error, tries)) return err({ ...toUnavailable(put.error), mayHaveWritten })
    await waitBeforeRetry(tries)
  }
}

/** After an unclear try, what is in the way may be this very write, or what replaced it. */
async function recognise(
  table: Table,
  key: ItemKey,
  writeId: string,
): ReturnType<StorePort['put']> {
  const there = await getItem(table, key)
  if (!there.ok) return err({ ...there.error, mayHaveWritten: true })
  if (writeIdOf(there.value.Item) === writeId) return ok(null)
  return err({ ...CONFLICT, mayHaveWritten: true })
}

async function queryItems(
  { client, name, runtime }: Table,
  range: ItemRange,
): ReturnType<StorePort['query']> {
  const items: StoredItem[] = []
  let start: QueryCommandOutput['LastEvaluatedKey']
  do {
    const command = new QueryCommand({
      TableName: name,
      ConsistentRead: true,
      ScanIndexForward: range.descending !== true,
      Limit: range.limit - items.length,
      ...toKeyCondition(range),
      ...(start === undefined ? {} : { ExclusiveStartKey: start }),
    })
    const page = await callRepeatedly(runtime, (options) => client.send(command, options))
    if (!page.ok) return page
    items.push(...(page.value.Items ?? []).map(fromAttributes))
    // DynamoDB ends a page at 1 MB, so one answer can take several.
    start = page.value.LastEvaluatedKey
  } while (start !== undefined && items.length < range.limit)
  return ok(items)
}

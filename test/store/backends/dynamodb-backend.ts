import { DeleteItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { toAttributes } from '../../../src/store/dynamodb/item.ts'
import { createClient, createDynamodbStore } from '../../../src/store/dynamodb/store.ts'
import { createTable } from '../../../src/store/dynamodb/table.ts'
import type { DynamodbSettings } from '../../../src/store/settings.ts'
import type { Backend } from './backend.ts'

const TABLE = 'berth-test'

/** Settings for a DynamoDB on this machine, which takes any credentials. */
export function localSettings(endpoint: string): DynamodbSettings {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }
  return { table: TABLE, region: 'us-east-1', endpoint, credentials }
}

/** Anything that speaks DynamoDB as a backend; its table is made with the project's own command. */
export async function openDynamodb(
  name: string,
  endpoint: string,
  stop: () => Promise<void>,
): Promise<Backend> {
  const settings = localSettings(endpoint)
  const client = createClient(settings)
  await createTable(client, TABLE)
  return {
    name,
    // Tests have clocks of their own, which the server's would correct.
    connect: (runtime) => ({ ...createDynamodbStore(settings, runtime), clockLeadMs: () => 0 }),
    async overwrite(item) {
      await client.send(
        new PutItemCommand({ TableName: TABLE, Item: toAttributes(item, 'intruder') }),
      )
    },
    async remove({ pk, sk }) {
      await client.send(
        new DeleteItemCommand({ TableName: TABLE, Key: { pk: { S: pk }, sk: { S: sk } } }),
      )
    },
    async close() {
      client.destroy()
      await stop()
    },
  }
}

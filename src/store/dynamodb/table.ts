import {
  CreateTableCommand,
  type DynamoDBClient,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'
import { TTL_ATTRIBUTE } from './item.ts'

/**
 * Creates the one table and switches TTL on. `exists`: there is a table of that name already,
 * which is left as it is. Any other failure is thrown as the SDK words it.
 */
export async function createTable(
  client: DynamoDBClient,
  table: string,
): Promise<'created' | 'created-without-ttl' | 'exists'> {
  try {
    await client.send(
      new CreateTableCommand({
        TableName: table,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [
          { AttributeName: 'pk', AttributeType: 'S' },
          { AttributeName: 'sk', AttributeType: 'S' },
        ],
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
      }),
    )
  } catch (thrown) {
    if (isNamed(thrown, 'ResourceInUseException')) return 'exists'
    throw thrown
  }
  await waitUntilTableExists({ client, maxWaitTime: 120, minDelay: 1 }, { TableName: table })
  return (await switchTtlOn(client, table)) ? 'created' : 'created-without-ttl'
}

// Some compatible stores have no TTL: records then stay, and every other promise holds.
async function switchTtlOn(client: DynamoDBClient, table: string): Promise<boolean> {
  try {
    await client.send(
      new UpdateTimeToLiveCommand({
        TableName: table,
        TimeToLiveSpecification: { Enabled: true, AttributeName: TTL_ATTRIBUTE },
      }),
    )
    return true
  } catch (thrown) {
    if (isNamed(thrown, 'UnknownOperationException')) return false
    throw thrown
  }
}

function isNamed(thrown: unknown, name: string): boolean {
  return thrown instanceof Error && thrown.name === name
}

import {
  CreateTableCommand,
  type DynamoDBClient,
  UpdateContinuousBackupsCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'
import { TTL_ATTRIBUTE } from './item.ts'

export interface MadeTable {
  readonly made: 'created' | 'exists'
  /** What a compatible store does not have; everything else holds. */
  readonly without: readonly string[]
}

/**
 * Creates the one table, protected from deletion, and switches TTL and point-in-time recovery on.
 * `exists`: there is a table of that name already, which is left as it is. Any other failure is
 * thrown as the SDK words it.
 */
export async function createTable(client: DynamoDBClient, table: string): Promise<MadeTable> {
  try {
    await client.send(
      new CreateTableCommand({
        TableName: table,
        BillingMode: 'PAY_PER_REQUEST',
        DeletionProtectionEnabled: true,
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
    if (isNamed(thrown, 'ResourceInUseException')) return { made: 'exists', without: [] }
    throw thrown
  }
  await waitUntilTableExists({ client, maxWaitTime: 120, minDelay: 1 }, { TableName: table })
  const without: string[] = []
  if (!(await isKnown(switchTtlOn(client, table)))) without.push('TTL, so expired records stay')
  if (!(await isKnown(switchRecoveryOn(client, table)))) without.push('point-in-time recovery')
  return { made: 'created', without }
}

async function switchTtlOn(client: DynamoDBClient, table: string): Promise<void> {
  await client.send(
    new UpdateTimeToLiveCommand({
      TableName: table,
      TimeToLiveSpecification: { Enabled: true, AttributeName: TTL_ATTRIBUTE },
    }),
  )
}

async function switchRecoveryOn(client: DynamoDBClient, table: string): Promise<void> {
  await client.send(
    new UpdateContinuousBackupsCommand({
      TableName: table,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    }),
  )
}

/** Some compatible stores do not know every operation. */
async function isKnown(done: Promise<void>): Promise<boolean> {
  try {
    await done
    return true
  } catch (thrown) {
    if (isNamed(thrown, 'UnknownOperationException')) return false
    throw thrown
  }
}

function isNamed(thrown: unknown, name: string): boolean {
  return thrown instanceof Error && thrown.name === name
}

import { createClient } from '../../store/dynamodb/store.ts'
import { createTable } from '../../store/dynamodb/table.ts'
import { readStoreSettings } from '../../store/settings.ts'
import { EXIT_CODE, type ExitCode } from '../exit-code.ts'
import type { Terminal } from '../terminal.ts'

const SAYINGS = {
  exists: 'exists already and was left as it is',
  created: 'was created',
} as const

/** `berth store create-table`: makes the table that BERTH_TABLE names. */
export async function createTableCommand(
  words: readonly string[],
  terminal: Terminal,
): Promise<ExitCode> {
  if (words.length > 0) return terminal.complain('usage: BERTH_TABLE=name berth store create-table')
  const settings = readStoreSettings(process.env)
  if (!settings.ok) return terminal.complain(settings.error)
  if (settings.value.kind !== 'dynamodb') return terminal.complain('BERTH_TABLE names no table')
  const { dynamodb } = settings.value
  const client = createClient(dynamodb)
  try {
    const { made, without } = await createTable(client, dynamodb.table)
    terminal.write(`table ${dynamodb.table} ${SAYINGS[made]}\n`)
    for (const what of without) terminal.write(`this store knows no ${what}\n`)
    return EXIT_CODE.done
  } catch (thrown) {
    // What the SDK says is for the operator: region, credentials, rights.
    const reason = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)
    return terminal.complain(`the table could not be made: ${reason}`)
  } finally {
    client.destroy()
  }
}

import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { err, ok, type Result } from '../result.ts'
import { isObject, type JsonObject } from '../snapshot/json/fields.ts'
import { ARRAY_OF_KIND } from '../snapshot/snapshot-resources.ts'
import { EXIT_CODE, type ExitCode } from './exit-code.ts'
import { get, getCommand, type KubectlOptions, READ_RESOURCES, servedResources } from './kubectl.ts'
import { slimObject } from './slim-object.ts'
import type { Terminal } from './terminal.ts'

interface SnapshotArguments extends KubectlOptions {
  /** A file, gzip if its name ends so; undefined: standard output. */
  readonly output: string | undefined
  readonly showsCommand: boolean
}

const USAGE =
  'usage: berth snapshot [-o FILE[.gz]] [--context NAME] [--kubeconfig FILE] [--show-command]'

/** `berth snapshot`: everything that scheduling reads of a cluster, and nothing else, by one kubectl get. */
export async function snapshotCommand(
  words: readonly string[],
  terminal: Terminal,
): Promise<ExitCode> {
  const given = readArguments(words)
  if (!given.ok) return terminal.complain(...given.error)
  const { output, showsCommand } = given.value
  if (showsCommand) {
    terminal.write(`kubectl ${getCommand([...READ_RESOURCES.values()], given.value).join(' ')}\n`)
    return EXIT_CODE.done
  }
  const snapshot = await takeSnapshot(given.value)
  if (!snapshot.ok) return terminal.complain(...snapshot.error)
  const { text, missing, count } = snapshot.value
  for (const resource of missing) terminal.note(`the server has no ${resource}`)
  if (output === undefined) {
    terminal.write(text)
    return EXIT_CODE.done
  }
  try {
    await writeFile(output, output.endsWith('.gz') ? gzipSync(text) : text)
  } catch (error) {
    return terminal.complain(`${output}: ${error instanceof Error ? error.message : error}`)
  }
  terminal.note(`${count} objects in ${output}; next: berth decide -s ${output}`)
  return EXIT_CODE.done
}

export interface TakenSnapshot {
  /** An object of arrays, one for each kind that is asked for. */
  readonly arrays: object
  /** The same as JSON. */
  readonly text: string
  readonly count: number
  /** Kinds that the server does not have. */
  readonly missing: readonly string[]
}

/** Asks a live cluster for all that scheduling reads. */
export async function takeSnapshot(
  options: KubectlOptions,
): Promise<Result<TakenSnapshot, readonly string[]>> {
  const served = await servedResources(options)
  if (!served.ok) return served
  const there = [...READ_RESOURCES].filter(([, resource]) => served.value.has(resource))
  const printed = await get(
    there.map(([, resource]) => resource),
    options,
  )
  if (!printed.ok) return printed
  const list: unknown = JSON.parse(new TextDecoder().decode(printed.value))
  const items = isObject(list) && Array.isArray(list['items']) ? list['items'] : null
  if (items === null) return err(['kubectl printed no List'])
  // A kind without objects is an empty array: it was asked for, and there are none. So it is with a
  // kind that the server does not have: its scheduler sees none either.
  const arrays = new Map([...READ_RESOURCES].map(([name]): [string, JsonObject[]] => [name, []]))
  for (const item of items.filter(isObject)) {
    const name = ARRAY_OF_KIND.get(String(item['kind']))
    if (name !== undefined) arrays.get(name)?.push(slimObject(item))
  }
  const missing = [...READ_RESOURCES.values()].filter((resource) => !served.value.has(resource))
  const snapshot = Object.fromEntries(arrays)
  const text = `${JSON.stringify(snapshot)}\n`
  return ok({ arrays: snapshot, text, count: items.length, missing })
}

function readArguments(words: readonly string[]): Result<SnapshotArguments, readonly string[]> {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        output: { type: 'string', short: 'o' },
        context: { type: 'string' },
        kubeconfig: { type: 'string' },
        'show-command': { type: 'boolean', default: false },
      },
    })
    const { output, context, kubeconfig } = values
    return ok({ output, context, kubeconfig, showsCommand: values['show-command'] })
  } catch (error) {
    // parseArgs throws what is wrong with the words, in words for the user.
    if (!(error instanceof TypeError)) throw error
    return err([error.message, USAGE])
  }
}

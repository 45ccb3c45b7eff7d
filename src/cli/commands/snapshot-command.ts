import { writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { err, ok, type Result } from '../../result.ts'
import type { JsonObject } from '../../snapshot/json/fields.ts'
import { pseudonymise } from '../../snapshot/pseudonyms/pseudonymise.ts'
import type { SnapshotResource } from '../../snapshot/snapshot-resources.ts'
import { type Command, defineCommand } from '../command.ts'
import type { Asked } from '../command-words.ts'
import { EXIT_CODE } from '../exit-code.ts'
import { KUBECTL_OPTIONS } from '../source-options.ts'
import { getCommand, READ_RESOURCES } from '../sources/kubectl.ts'
import { readOrMakePseudonyms, writePseudonyms } from '../sources/pseudonym-file.ts'
import { readFiles } from '../sources/read-files.ts'
import { explainInputError } from '../sources/read-input.ts'
import { slimSnapshot } from '../sources/slim-snapshot.ts'
import { takeSnapshot } from '../sources/take-snapshot.ts'
import type { Terminal } from '../terminal.ts'

const OPTIONS = {
  output: {
    type: 'string',
    short: 'o',
    value: 'FILE',
    help: 'where to (gzip if it ends in .gz); without it standard output',
  },
  snapshot: {
    type: 'string',
    short: 's',
    multiple: true,
    value: 'FILE',
    help: 'of this dump of a cluster, instead of a live one; "-" is standard input',
  },
  pseudonyms: {
    type: 'string',
    value: 'KEYFILE',
    help: 'under other names, to be shared; KEYFILE has the names, and is yours alone',
  },
  ...KUBECTL_OPTIONS,
  'show-command': { type: 'boolean', help: 'only print the kubectl line' },
} as const

/** `berth snapshot`: everything that scheduling reads of a cluster, and nothing else, by one kubectl get. */
export const snapshot: Command = defineCommand(
  {
    name: 'snapshot',
    summary: 'what scheduling reads of a live cluster, by kubectl',
    operands: '',
    options: OPTIONS,
    examples: [
      'snapshot --show-command',
      'snapshot -s cluster.json.gz --pseudonyms key.json -o shared.json.gz',
    ],
    notes: [
      'With the same KEYFILE the same names get the same pseudonyms again. Decisions under pseudonyms are ' +
        'those of the cluster; berth reveal KEYFILE puts the names back in whatever was answered.',
    ],
  },
  async (asked, terminal) => {
    const { output, context, kubeconfig, pseudonyms } = asked.values
    if (asked.values['show-command'] === true) {
      const resources = [...READ_RESOURCES.values()]
      terminal.write(`kubectl ${getCommand(resources, { context, kubeconfig }).join(' ')}\n`)
      return EXIT_CODE.done
    }
    const found = await objectsOf(asked, terminal)
    if (!found.ok) return terminal.complain(...found.error)
    const told = pseudonyms === undefined ? found : await renamed(found.value, pseudonyms)
    if (!told.ok) return terminal.complain(...told.error)
    const text = `${JSON.stringify(Object.fromEntries(told.value))}\n`
    if (output === undefined) {
      terminal.write(text)
      return EXIT_CODE.done
    }
    try {
      await writeFile(output, output.endsWith('.gz') ? gzipSync(text) : text)
    } catch (error) {
      return terminal.complain(`${output}: ${explainInputError(error)}`)
    }
    const count = [...told.value.values()].reduce((sum, { length }) => sum + length, 0)
    terminal.note(`${count} objects in ${output}; next: berth decide -s ${output}`)
    return EXIT_CODE.done
  },
)

type Objects = ReadonlyMap<SnapshotResource, readonly JsonObject[]>

/** From the live cluster, or from files. */
async function objectsOf(
  { values, question }: Asked<typeof OPTIONS>,
  terminal: Terminal,
): Promise<Result<Objects, readonly string[]>> {
  const { snapshot: files, context, kubeconfig } = values
  if (files === undefined) {
    terminal.progress('asking the cluster ...')
    const taken = await takeSnapshot({ context, kubeconfig })
    if (!taken.ok) return taken
    for (const resource of taken.value.missing) terminal.note(`the server has no ${resource}`)
    return ok(taken.value.objects)
  }
  if (context !== undefined || kubeconfig !== undefined) {
    return err(['give --snapshot, or --context and --kubeconfig of a live cluster, not both'])
  }
  const given = { snapshot: files, pods: [], config: undefined, live: undefined }
  const { progress } = terminal
  const read = await readFiles(given, { keeps: 'everything', question, progress })
  return read.ok ? slimSnapshot(read.value.snapshot) : read
}

/** The key is kept before anything is told that needs it. */
async function renamed(
  objects: Objects,
  keyFile: string,
): Promise<Result<Objects, readonly string[]>> {
  const words = await readOrMakePseudonyms(keyFile)
  if (!words.ok) return words
  const hidden = pseudonymise(objects, words.value)
  const written = await writePseudonyms(keyFile, words.value)
  return written.ok ? ok(hidden) : written
}

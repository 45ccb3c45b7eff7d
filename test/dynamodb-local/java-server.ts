import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const sources = fileURLToPath(new URL('.', import.meta.url))
const jars = fileURLToPath(new URL('../../.build/dynamodb-local/jars', import.meta.url))
const classes = fileURLToPath(new URL('../../.build/dynamodb-local/classes', import.meta.url))

/**
 * Amazon's DynamoDB Local, downloaded from Maven Central once (48 MB), on the loopback; in memory, or
 * on disk in a folder.
 */
export async function startDynamodbLocal(folder?: string): Promise<{
  endpoint: string
  stop: () => Promise<void>
}> {
  await build()
  const server = spawn('java', [
    '-Xmx256m',
    '-XX:+UseSerialGC',
    '-XX:TieredStopAtLevel=1',
    `-Djava.library.path=${jars}`,
    '-cp',
    `${classes}:${jars}/*`,
    'LoopbackServer',
    ...(folder === undefined ? [] : [folder]),
  ])
  const port = await readPort(server)
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.once('exit', () => resolve())
        server.stdin.end()
      }),
  }
}

async function build(): Promise<void> {
  if (!existsSync(jars)) {
    const goal = 'dependency:copy-dependencies'
    const options = ['-B', '-q', goal, `-DoutputDirectory=${jars}`, '-DincludeScope=runtime']
    await run('mvn', options, { cwd: sources })
  }
  mkdirSync(classes, { recursive: true })
  await run('javac', ['-cp', `${jars}/*`, '-d', classes, `${sources}LoopbackServer.java`])
}

/** Whatever else it prints, and how it ended if it never got so far, helps to see why. */
function readPort(server: ChildProcess): Promise<number> {
  const printed: string[] = []
  return new Promise((resolve, reject) => {
    for (const output of [server.stdout, server.stderr]) {
      if (output === null) continue
      createInterface({ input: output }).on('line', (line) => {
        printed.push(line)
        const port = /^port (\d+)$/.exec(line)?.[1]
        if (port !== undefined) resolve(Number(port))
      })
    }
    server.once('error', reject)
    server.once('exit', (code) =>
      reject(new Error(`java ended with ${code}\n${printed.join('\n')}`)),
    )
  })
}

import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { endServers, listening, start } from '../node/run-server.ts'

/**
 * `npm run contract`: schemathesis reads openapi.json and attacks every operation of a running server
 * with requests that fit the document and requests that do not. It comes from PyPI, at the version
 * below, into .build; Python 3.10 or newer is needed.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '150' },
    seed: { type: 'string', default: '1' },
  },
})

const SCHEMATHESIS = 'schemathesis==4.32.5'
const VENV = fileURLToPath(new URL('../../.build/schemathesis/', import.meta.url))
const DOCUMENT = fileURLToPath(new URL('../../schemas/openapi.json', import.meta.url))
const TOKEN = 'contract-attack-0123456789abcdef'

/**
 * What holds for every answer, whatever was sent. That all is refused which does not fit the document is
 * not among it: what scheduling does not read of Kubernetes objects may be anything.
 */
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'unsupported_method',
  'allow_header_conformance',
  'ignored_auth',
]

install()
const url = await listening(
  start({
    PORT: '0',
    BERTH_STORE: 'memory',
    BERTH_TOKENS: JSON.stringify([{ token: TOKEN, name: 'attacker', roles: ['admin'] }]),
  }),
)
const attack = spawn(
  `${VENV}bin/schemathesis`,
  [
    ...['run', DOCUMENT, '--url', url],
    ...['--header', `Authorization: Bearer ${TOKEN}`],
    ...['--checks', CHECKS.join(',')],
    ...['--max-time', values.seconds, '--seed', values.seed],
    // It goes on for minutes.
    ...['--exclude-operation-id', 'followSnapshot'],
    ...['--continue-on-failure', '--request-timeout', '40'],
  ],
  // It keeps what it finds in the folder that it runs in.
  { stdio: 'inherit', cwd: VENV },
)
attack.on('exit', (code) => {
  endServers()
  process.exitCode = code ?? 1
})

function install(): void {
  if (!existsSync(`${VENV}bin/python`)) execFileSync('python3', ['-m', 'venv', VENV])
  execFileSync(`${VENV}bin/pip`, ['install', '--quiet', SCHEMATHESIS], { stdio: 'inherit' })
}

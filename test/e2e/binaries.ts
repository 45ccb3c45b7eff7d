import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/**
 * The programs of a control plane, and kubectl: of the folder that BERTH_E2E_BIN names, else of PATH, else built
 * from the modules that test/e2e/kubernetes pins, once (some ten minutes; needs Go).
 */

export const KUBERNETES_VERSION = 'v1.37.1'

const PACKAGES = {
  etcd: 'go.etcd.io/etcd/server/v3',
  'kube-apiserver': 'k8s.io/kubernetes/cmd/kube-apiserver',
  'kube-controller-manager': 'k8s.io/kubernetes/cmd/kube-controller-manager',
  'kube-scheduler': 'k8s.io/kubernetes/cmd/kube-scheduler',
  kubectl: 'k8s.io/kubernetes/cmd/kubectl',
} as const

export type ProgramName = keyof typeof PACKAGES

const MODULE = fileURLToPath(new URL('./kubernetes', import.meta.url))

/** The path of a program, which is built if need be. */
export async function findProgram(name: ProgramName): Promise<string> {
  const given = process.env['BERTH_E2E_BIN']
  if (given !== undefined && given !== '') return join(given, name)
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const found = folders.map((folder) => join(folder, name)).find(isExecutable)
  return found ?? build(name)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

async function build(name: ProgramName): Promise<string> {
  const cache = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache')
  const folder = join(cache, 'berth-e2e', KUBERNETES_VERSION)
  const path = join(folder, name)
  if (existsSync(path)) return path
  mkdirSync(folder, { recursive: true })
  const stamp = '-X k8s.io/component-base/version.'
  const [major, minor] = KUBERNETES_VERSION.slice(1).split('.')
  const flags = [
    '-s -w',
    `${stamp}gitVersion=${KUBERNETES_VERSION}`,
    `${stamp}gitMajor=${major}`,
    `${stamp}gitMinor=${minor}`,
  ]
  console.log(`building ${name} from its modules into ${folder}`)
  await promisify(execFile)(
    'go',
    ['build', '-ldflags', flags.join(' '), '-o', path, PACKAGES[name]],
    {
      cwd: MODULE,
      env: { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-mod=mod' },
    },
  )
  return path
}

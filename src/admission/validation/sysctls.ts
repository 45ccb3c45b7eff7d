import type { Struct } from '../types/types.ts'
import type { FieldErrors } from './field-errors.ts'

const NAME_MAX = 253
const SEGMENT = '[a-z0-9]([-_a-z0-9]*[a-z0-9])?'
const FORMAT = `^(${SEGMENT}[\\./])*${SEGMENT}$`
const SEGMENT_ALONE = /^[a-z0-9](?:[-_a-z0-9]*[a-z0-9])?$/

const OF_IPC: ReadonlySet<string> = new Set([
  'kernel.sem',
  'kernel.shmall',
  'kernel.shmmax',
  'kernel.shmmni',
  'kernel.shm_rmid_forced',
  'kernel.shm',
  'kernel.msgmax',
  'kernel.msgmnb',
  'kernel.msgmni',
  'kernel.msg',
])

interface HostNamespaces {
  readonly hostNetwork: boolean
  readonly hostIPC: boolean
}

/** validateSysctls: well formed, and not of a namespace that the pod shares with its host. */
export function validateSysctls(
  errors: FieldErrors,
  sysctls: readonly Struct<'Sysctl'>[],
  { hostNetwork, hostIPC }: HostNamespaces,
  path: string,
): void {
  const names = new Set<string>()
  for (const [index, { name }] of sysctls.entries()) {
    const field = `${path}[${index}].name`
    if (name === '') errors.required(field)
    else if (!isSysctlName(name)) {
      const rule = `must have at most ${NAME_MAX} characters and match regex ${FORMAT}`
      errors.invalid(field, name, rule)
    } else if (names.has(name)) errors.duplicate(field, name)
    const namespace = namespaceOf(name)
    if (hostNetwork && namespace === 'net') {
      errors.invalid(field, name, "may not be specified when 'hostNetwork' is true")
    } else if (hostIPC && namespace === 'ipc') {
      errors.invalid(field, name, "may not be specified when 'hostIPC' is true")
    }
    names.add(name)
  }
}

function isSysctlName(name: string): boolean {
  if (name.length > NAME_MAX) return false
  return name.split(/[./]/).every((segment) => SEGMENT_ALONE.test(segment))
}

/** component-helpers sysctl GetNamespace. */
function namespaceOf(sysctl: string): 'net' | 'ipc' | null {
  const name = normalized(sysctl).split('*')[0] ?? ''
  if (OF_IPC.has(name) || name.startsWith('fs.mqueue.')) return 'ipc'
  return name.startsWith('net.') ? 'net' : null
}

/** Where a slash comes first, slashes and dots change places. */
function normalized(sysctl: string): string {
  if (/[./]/.exec(sysctl)?.[0] !== '/') return sysctl
  return sysctl.replace(/[./]/g, (mark) => (mark === '.' ? '/' : '.'))
}

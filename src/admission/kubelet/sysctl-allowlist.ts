import { goQuote } from '../go/quote.ts'
import type { PodSpec } from '../types/types.ts'
import { failed, type KubeletFailure } from './kubelet-verdict.ts'

/**
 * Safe sysctls with the Linux that first kept them apart; --allowed-unsafe-sysctls may allow more.
 */
const SAFE: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['kernel.shm_rmid_forced', [0, 0]],
  ['net.ipv4.ip_local_port_range', [0, 0]],
  ['net.ipv4.tcp_syncookies', [0, 0]],
  ['net.ipv4.ping_group_range', [0, 0]],
  ['net.ipv4.ip_unprivileged_port_start', [0, 0]],
  ['net.ipv4.ip_local_reserved_ports', [3, 16]],
  ['net.ipv4.tcp_keepalive_time', [4, 5]],
  ['net.ipv4.tcp_keepalive_intvl', [4, 5]],
  ['net.ipv4.tcp_keepalive_probes', [4, 5]],
  ['net.ipv4.tcp_fin_timeout', [4, 6]],
  ['net.ipv4.tcp_notsent_lowat', [4, 6]],
  ['net.ipv4.tcp_rmem', [4, 15]],
  ['net.ipv4.tcp_wmem', [4, 15]],
  ['net.ipv4.tcp_slow_start_after_idle', [4, 15]],
])

/** patternAllowlist.Admit, which stops at the first. */
export function forbiddenSysctl(
  { securityContext }: PodSpec,
  kernelVersion: string,
): KubeletFailure | null {
  const names = (securityContext?.sysctls ?? []).map(({ name }) => normalized(name))
  const forbidden = names.find((name) => !isSafe(name, kernelVersion))
  if (forbidden === undefined) return null
  return failed('SysctlForbidden', `forbidden sysctl: ${goQuote(forbidden)} not allowlisted`)
}

function isSafe(name: string, kernelVersion: string): boolean {
  const since = SAFE.get(name)
  if (since === undefined) return false
  const version = /^(\d{1,6})\.(\d{1,6})/.exec(kernelVersion)
  if (version === null) return true
  const [major, minor] = [Number(version[1]), Number(version[2])]
  return major > since[0] || (major === since[0] && minor >= since[1])
}

/** NormalizeName: the first separator tells which of the two it is. */
function normalized(name: string): string {
  const first = /[./]/.exec(name)?.[0] ?? '.'
  if (first === '.') return name
  return name.replace(/[./]/g, (char) => (char === '/' ? '.' : '/'))
}

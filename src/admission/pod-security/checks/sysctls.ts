import type { Check, CheckPod } from '../check.ts'

const SINCE_0 = [
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range',
  'net.ipv4.ip_unprivileged_port_start',
]
const SINCE_27 = [...SINCE_0, 'net.ipv4.ip_local_reserved_ports']
const SINCE_29 = [
  ...SINCE_27,
  'net.ipv4.tcp_keepalive_time',
  'net.ipv4.tcp_fin_timeout',
  'net.ipv4.tcp_keepalive_intvl',
  'net.ipv4.tcp_keepalive_probes',
]
const SINCE_32 = [...SINCE_29, 'net.ipv4.tcp_rmem', 'net.ipv4.tcp_wmem']
const SINCE_37 = [...SINCE_32, 'net.ipv4.tcp_slow_start_after_idle', 'net.ipv4.tcp_notsent_lowat']

/** A list, not a set: what is set twice is told twice. */
function allowing(allowed: readonly string[]): CheckPod {
  return ({ spec }) => {
    const bad = [...(spec.securityContext?.sysctls ?? []).entries()].filter(
      ([, { name }]) => !allowed.includes(name),
    )
    if (bad.length === 0) return null
    return {
      reason: 'forbidden sysctls',
      detail: bad.map(([, { name }]) => name).join(', '),
      fields: bad.map(([index]) => `spec.securityContext.sysctls[${index}].name`),
      remedy: `set none but ${allowed.join(', ')}`,
    }
  }
}

export const SYSCTLS: Check = {
  id: 'sysctls',
  level: 'baseline',
  versions: [
    { since: 0, check: allowing(SINCE_0) },
    { since: 27, check: allowing(SINCE_27) },
    { since: 29, check: allowing(SINCE_29) },
    { since: 32, check: allowing(SINCE_32) },
    { since: 37, check: allowing(SINCE_37) },
  ],
}

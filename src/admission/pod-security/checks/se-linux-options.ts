import type { Struct } from '../../types/types.ts'
import { placedContainers } from '../../types/visit-containers.ts'
import type { Check, CheckPod } from '../check.ts'
import { fieldsIn, plural, quoted, setters, sortedOnce } from '../words.ts'

const TYPES = ['', 'container_t', 'container_init_t', 'container_kvm_t']
const FIELD = 'securityContext.seLinuxOptions'

type Options = Struct<'SELinuxOptions'>

function withTypes(allowed: readonly string[]): CheckPod {
  const isBad = (options: Options | undefined): options is Options =>
    options !== undefined &&
    (!allowed.includes(options.type) || options.user !== '' || options.role !== '')
  return ({ spec }) => {
    const ofPod = spec.securityContext?.seLinuxOptions
    const bad = placedContainers(spec).filter(({ container }) =>
      isBad(container.securityContext?.seLinuxOptions),
    )
    const options = [
      ofPod,
      ...bad.map((placed) => placed.container.securityContext?.seLinuxOptions),
    ]
    const wrong = options.filter(isBad)
    if (wrong.length === 0) return null
    const who = setters(isBad(ofPod), bad)
    return {
      reason: 'seLinuxOptions',
      detail: `${who} set forbidden ${FIELD}: ${complaints(wrong, allowed).join('; ')}`,
      fields: [...(isBad(ofPod) ? [`spec.${FIELD}`] : []), ...fieldsIn(bad, FIELD)],
      remedy: `no user, no role, and no type but ${allowed.slice(1).join(', ')}`,
    }
  }
}

function complaints(wrong: readonly Options[], allowed: readonly string[]): string[] {
  const all = wrong.map(({ type }) => type).filter((type) => !allowed.includes(type))
  const types = sortedOnce(all)
  return [
    ...(types.length > 0 ? [`${plural('type', 'types', types.length)} ${quoted(types)}`] : []),
    ...(wrong.some(({ user }) => user !== '') ? ['user may not be set'] : []),
    ...(wrong.some(({ role }) => role !== '') ? ['role may not be set'] : []),
  ]
}

export const SE_LINUX_OPTIONS: Check = {
  id: 'seLinuxOptions',
  level: 'baseline',
  versions: [
    { since: 0, check: withTypes(TYPES) },
    { since: 31, check: withTypes([...TYPES, 'container_engine_t']) },
  ],
}

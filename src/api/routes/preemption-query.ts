import type { Context } from 'hono'
import type * as z from 'zod'
import { PreemptionParameters } from '../../../schemas/store/store-parameters.ts'
import { tenantNamespaces } from '../../auth/caller.ts'
import { err, ok, type Result } from '../../result.ts'
import type { PreemptionFilter } from '../../store/audit/lookup/preemption-filter.ts'
import { canonicalJson } from '../../store/canonical-json.ts'
import type { AppEnv } from '../http/app-env.ts'
import { type Fault, faultOf } from '../http/fault.ts'
import { validate } from '../http/request/validate.ts'
import { type ClusterAccess, unavailable } from '../http/store/store-access.ts'

/** A listing as it was asked for, cut down to what the caller may see. */
export interface PreemptionQuery {
  readonly filter: PreemptionFilter
  readonly limit: number
  /** Only records with a lower number. */
  readonly before: number | null
  /** Identifies the listing; its cursors fit no other. */
  readonly question: string
}

/** Reads the parameters; a tenant's listing never leaves the tenant's namespaces. */
export async function readPreemptionQuery(
  c: Context<AppEnv>,
  { log: { cluster }, cursors }: ClusterAccess,
): Promise<Result<PreemptionQuery, Fault>> {
  const valid = validate(PreemptionParameters, c.req.query())
  if (!valid.ok) return valid
  const { cursor, limit, ...conditions } = valid.value
  const tenant = tenantNamespaces(c.get('caller'))
  if (tenant !== null && conditions.preemptor !== undefined) {
    // Asking by name would give away the name that the tenant's view withholds.
    return err({ code: 'forbidden', detail: 'A tenant cannot ask by preemptor' })
  }
  const namespace = conditions.victimNamespace
  if (tenant !== null && namespace !== undefined && !tenant.includes(namespace)) {
    return err({ code: 'forbidden', detail: `"${namespace}" is not a namespace of the caller` })
  }
  const question = canonicalJson({ cluster, tenant, conditions })
  const filter = toFilter(conditions, tenant)
  if (cursor === undefined) return ok({ filter, limit, before: null, question })
  const before = await cursors.open(question, cursor)
  if (!before.ok) return err(unavailable(c, before.error))
  if (before.value !== null) return ok({ filter, limit, before: Number(before.value), question })
  const message = 'is not a cursor of this listing'
  return err(faultOf([{ pointer: '/cursor', code: 'not-a-request', message }]))
}

type Conditions = Omit<z.output<typeof PreemptionParameters>, 'cursor' | 'limit'>

function toFilter(
  { from, to, node, preemptor, victimNamespace }: Conditions,
  tenant: readonly string[] | null,
): PreemptionFilter {
  const [namespace = '', name = ''] = preemptor?.split('/') ?? []
  const victimNamespaces = victimNamespace === undefined ? tenant : [victimNamespace]
  return {
    ...(from === undefined ? {} : { from: new Date(from) }),
    ...(to === undefined ? {} : { to: new Date(to) }),
    ...(node === undefined ? {} : { node }),
    ...(preemptor === undefined ? {} : { preemptor: { namespace, name } }),
    ...(victimNamespaces === null ? {} : { victimNamespaces }),
  }
}

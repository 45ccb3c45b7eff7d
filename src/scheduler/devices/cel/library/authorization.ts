import { NO_SUCH_OVERLOAD } from '../values/cel-value.ts'
import { sizeOf, traversalOf } from './cost.ts'
import { type Costs, method, type Overload } from './overload.ts'
import { aBool, aString, never, type Param } from './params.ts'

/**
 * The functions of Kubernetes' authorizer (apiserver library/authz.go). Selectors have no variable
 * of these types, so none is ever called; they are declared, and that shows in errors.
 */
const AUTHORIZER = never('kubernetes.authorization.Authorizer')
const PATH_CHECK = never('kubernetes.authorization.PathCheck')
const GROUP_CHECK = never('kubernetes.authorization.GroupCheck')
const RESOURCE_CHECK = never('kubernetes.authorization.ResourceCheck')
const DECISION = never('kubernetes.authorization.Decision')

const CHECK_COST = 350_000
const CHECK: Costs = { costOfName: () => CHECK_COST }
/** A selector is a list of requirements, one for every two characters at most. */
const REQUIREMENT_COST = 50
const SELECTOR: Costs = {
  costOfName: ([, selector = '']) => {
    const size = sizeOf(selector)
    return 10 + traversalOf(size) + Math.ceil(Math.ceil(size * 0.5) * REQUIREMENT_COST)
  },
}

function declared(
  name: string,
  target: Param,
  args: readonly Param[],
  result: Param,
  costs: Costs = {},
): Overload {
  return method(name, [target, ...args], result, () => NO_SUCH_OVERLOAD, costs)
}

export const AUTHORIZATION: readonly Overload[] = [
  declared('path', AUTHORIZER, [aString], PATH_CHECK),
  declared('group', AUTHORIZER, [aString], GROUP_CHECK),
  declared('serviceAccount', AUTHORIZER, [aString, aString], AUTHORIZER),
  declared('resource', GROUP_CHECK, [aString], RESOURCE_CHECK),
  declared('subresource', RESOURCE_CHECK, [aString], RESOURCE_CHECK),
  declared('namespace', RESOURCE_CHECK, [aString], RESOURCE_CHECK),
  declared('name', RESOURCE_CHECK, [aString], RESOURCE_CHECK),
  declared('fieldSelector', RESOURCE_CHECK, [aString], RESOURCE_CHECK, SELECTOR),
  declared('labelSelector', RESOURCE_CHECK, [aString], RESOURCE_CHECK, SELECTOR),
  declared('check', PATH_CHECK, [aString], DECISION, CHECK),
  declared('check', RESOURCE_CHECK, [aString], DECISION, CHECK),
  declared('errored', DECISION, [], aBool),
  declared('error', DECISION, [], aString),
  declared('allowed', DECISION, [], aBool),
  declared('reason', DECISION, [], aString),
]

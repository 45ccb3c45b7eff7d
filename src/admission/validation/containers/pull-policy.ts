import { type FieldErrors, Json } from '../field-errors.ts'

const POLICIES = ['Always', 'IfNotPresent', 'Never']

/** validatePullPolicy, of containers and of image volumes. */
export function validatePullPolicy(errors: FieldErrors, policy: string, path: string): void {
  if (policy === '') errors.required(path)
  else if (!POLICIES.includes(policy)) errors.notSupported(path, new Json(policy), POLICIES)
}

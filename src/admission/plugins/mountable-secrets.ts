import type { ServiceAccount } from '../cluster/admission-cluster.ts'
import type { Fact } from '../refusal.ts'
import type { Container, PodSpec } from '../types/types.ts'

export interface SecretFault {
  readonly cause: string
  readonly fact: Fact
}

/**
 * limitSecretReferences: the first secret that the account does not list, if it limits them at all.
 */
export function secretFault(account: ServiceAccount, spec: PodSpec): SecretFault | null {
  const used = [
    ...volumeSecrets(spec),
    ...(spec.initContainers ?? []).flatMap((one) => containerSecrets(one, 'init container')),
    ...(spec.containers ?? []).flatMap((one) => containerSecrets(one, 'container')),
  ]
  const ofAccount = `service account ${account.name} does not reference that`
  const wrong = used.find(({ secret }) => !account.secrets.includes(secret))
  if (wrong !== undefined) {
    const { what, secret } = wrong
    const cause = `${what} secret.secretName="${secret}" is not allowed because ${ofAccount} secret`
    return fault(account, cause, secret, account.secrets)
  }
  for (const [index, { name }] of (spec.imagePullSecrets ?? []).entries()) {
    if (account.imagePullSecrets.includes(name)) continue
    const what = `imagePullSecrets[${index}].name="${name}"`
    const cause = `${what} is not allowed because ${ofAccount} imagePullSecret`
    return fault(account, cause, name, account.imagePullSecrets)
  }
  return null
}

function fault(
  { name }: ServiceAccount,
  cause: string,
  secret: string,
  allowed: readonly string[],
): SecretFault {
  return { cause, fact: { kind: 'secret', serviceAccount: name, secret, allowed } }
}

interface UsedSecret {
  readonly what: string
  readonly secret: string
}

function volumeSecrets({ volumes }: PodSpec): UsedSecret[] {
  return (volumes ?? []).flatMap(({ secret }) =>
    secret === undefined ? [] : [{ what: 'volume with', secret: secret.secretName }],
  )
}

function containerSecrets({ name, env, envFrom }: Container, kind: string): UsedSecret[] {
  const variables = (env ?? []).flatMap(({ name: variable, valueFrom }) => {
    const secret = valueFrom?.secretKeyRef?.name
    const what = `${kind} ${name} with envVar ${variable} referencing`
    return secret === undefined ? [] : [{ what, secret }]
  })
  const sources = (envFrom ?? []).flatMap(({ secretRef }) => {
    const what = `${kind} ${name} with envFrom referencing`
    return secretRef === undefined ? [] : [{ what, secret: secretRef.name }]
  })
  return [...variables, ...sources]
}

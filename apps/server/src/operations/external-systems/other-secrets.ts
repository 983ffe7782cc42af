import { type ConnectionSettings, type OtherSecretName, otherSecretNames } from '@millrace/contract'
import { createPropertySeal } from '../../platform/auth/property-seal.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { readOtherSecrets } from '../../runtime/look-ups/rest/reached.ts'
import { listOtherSecrets } from './check-connection.ts'
import type { SecretContext } from './external.ts'

/** Secrets that a user enters. Null or missing: the stored secret stays unchanged. */
export type GivenSecrets = Readonly<Partial<Record<OtherSecretName, string | null | undefined>>>

type Secrets = Readonly<Partial<Record<OtherSecretName, string>>>

/**
 * Returns the other secrets that a connection uses after a change.
 * @param stored null if they cannot be decrypted: then all of them have to be entered again.
 */
export function mergeSecrets(settings: ConnectionSettings, stored: Secrets | null, given: GivenSecrets): Secrets {
  const used = listOtherSecrets(settings)
  const merged = used.map((name) => [name, given[name] ?? stored?.[name] ?? ''] as const)
  return Object.fromEntries(merged.filter(([, secret]) => secret !== ''))
}

/** Returns the other secrets in encrypted form; null when there are none. */
export function closeOtherSecrets({ secret }: SecretContext, secrets: Secrets): Buffer | null {
  return Object.keys(secrets).length === 0 ? null : createPropertySeal(secret).close(JSON.stringify(secrets))
}

/** Returns the other secrets that are stored; null where they cannot be opened. */
export function openOtherSecrets({ secret }: Pick<SecretContext, 'secret'>, sealed: Buffer | null): Secrets | null {
  return readOtherSecrets(createPropertySeal(secret), sealed)
}

/** Returns the names of the stored secrets. */
export function namesOf(secrets: Secrets | null): OtherSecretName[] {
  return otherSecretNames.filter((name) => (secrets?.[name] ?? '') !== '')
}

/** Returns a refusal when another secret than a private key has several lines. */
export function refuseOtherLines(given: GivenSecrets): Refusal | null {
  const name = (['refreshToken', 'proxyPassword'] as const).find((one) => /[\r\n]/.test(given[one] ?? ''))
  if (name === undefined) return null
  const message = 'Expected a secret in one line, but it has several.'
  return refuse('external.invalid', message, [{ where: `secrets.${name}`, message }])
}

import type { ConnectionSettings } from '@millrace/contract'
import { createPropertySeal } from '../../platform/auth/property-seal.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { SecretContext } from './external.ts'
import { isOwnHeader } from './own-header.ts'

/** Checks that a connection has everything that its kind of sign-in needs. Returns null if so, otherwise a refusal. */
export function refuseSignIn(settings: ConnectionSettings, hasSecret: boolean): Refusal | null {
  if (settings.kind === 'rest' && settings.signIn === 'basic' && settings.username === '')
    return missing('settings.username', 'Expected the user name for the sign-in, but it is empty.')
  if (settings.kind === 'rest' && settings.signIn === 'header' && settings.header === '')
    return missing('settings.header', 'Expected the name of the header for the sign-in, but it is empty.')
  if (settings.kind === 'rest' && settings.signIn === 'header' && isOwnHeader(settings.header)) {
    const message = `Expected a header for the sign-in, but “${settings.header}” is set by the server. Use the header that the service requires.`
    return refuse('external.invalid', message, [{ where: 'settings.header', message }])
  }
  // A database may let somebody in without one.
  if (settings.kind !== 'rest' || settings.signIn === 'none' || hasSecret) return null
  return missing('secret', 'Expected the secret for the sign-in, but it is empty.')
}

/** Returns whether a change of the settings would send a stored secret to another server. */
export function leadsElsewhere(before: ConnectionSettings, after: ConnectionSettings): boolean {
  return targetOf(before) !== targetOf(after)
}

/** Returns the encrypted secret of a connection; null when the connection needs none. */
export function closeSecret({ secret }: SecretContext, settings: ConnectionSettings, given: string): Buffer | null {
  return takesSecret(settings) && given !== '' ? createPropertySeal(secret).close(given) : null
}

/** Returns whether a connection with these settings signs in with a secret. */
export function takesSecret(settings: ConnectionSettings): boolean {
  return settings.kind === 'database' || (settings.kind === 'rest' && settings.signIn !== 'none')
}

function targetOf(settings: ConnectionSettings): string {
  if (settings.kind === 'file') return settings.folder
  return settings.kind === 'rest'
    ? `${new URL(settings.baseUrl).origin} ${settings.signIn} ${settings.header}`
    : `${settings.host}:${settings.port} ${settings.username} ${settings.tls}`
}

function missing(where: string, message: string): Refusal {
  return refuse('external.secret-missing', message, [{ where, message }])
}

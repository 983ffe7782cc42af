import { InvalidCredentialsError, ResultCodeError } from 'ldapts'
import { OutgoingFailure } from '../outgoing/outgoing-failure.ts'
import type { DirectoryPlace } from './directory-client.ts'

/** Result codes of a bind that is refused for what was given, and not for how the directory is just now. */
const refusedBinds: ReadonlySet<number> = new Set([
  // invalidCredentials, inappropriateAuthentication, noSuchObject, invalidDNSyntax
  ...[49, 48, 32, 34],
])

/** Returns whether a directory refused a bind for its name or password. */
export function isRefusedBind(error: unknown): boolean {
  return error instanceof InvalidCredentialsError || (error instanceof ResultCodeError && refusedBinds.has(error.code))
}

/**
 * Describes an error of a connection with the address as it was entered. Texts of the directory itself are not shown.
 */
export function describeFailure(
  error: unknown,
  {
    host,
    port,
    security,
  }: { readonly host: string; readonly port: number; readonly security: DirectoryPlace['security'] },
): OutgoingFailure {
  if (error instanceof OutgoingFailure) return error
  if (error instanceof ResultCodeError) return describeResult(error, host)
  const code = (error as NodeJS.ErrnoException | null)?.code ?? ''
  if (/^(?:ERR_TLS|CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code))
    return new OutgoingFailure(`Expected a certificate of ${host} that can be verified, but it cannot (${code}).`)
  const message = error instanceof Error ? error.message : ''
  if (/timed? ?out/i.test(message) || code === 'ETIMEDOUT')
    return new OutgoingFailure(`Expected ${host}, port ${port}, to answer in time, but it did not.`)
  if (security === 'tls' && code === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return new OutgoingFailure(`Expected ${host}, port ${port}, to speak TLS, but it does not. Try StartTLS.`)
  return new OutgoingFailure(
    `Expected a directory at ${host}, port ${port}, but the connection failed or was closed${code === '' ? '' : `: ${code}`}.`,
  )
}

function describeResult({ code }: ResultCodeError, host: string): OutgoingFailure {
  const known: Readonly<Record<number, string>> = {
    1: 'it needs a bind account, or failed by itself',
    3: 'the search took too long',
    4: 'it returns fewer entries than there are. Raise its size limit, or narrow the filter',
    8: 'it needs a stronger sign-in, such as TLS',
    11: 'it returns fewer entries than there are. Raise its limits, or narrow the filter',
    13: 'it needs TLS',
    32: 'the base DN does not exist, or the bind account may not see it',
    34: 'the base is no distinguished name',
    50: 'the bind account may not read there',
    51: 'it is busy',
    52: 'it is not available',
    53: 'it is not willing to do this',
  }
  return new OutgoingFailure(
    `Expected ${host} to answer the search, but ${known[code] ?? 'it refuses'} (LDAP code ${code}).`,
  )
}

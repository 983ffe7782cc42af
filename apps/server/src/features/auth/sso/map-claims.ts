import { limits, patterns, type Role, readRole } from '@millrace/contract'
import type { SsoIdentity } from '../../../operations/sessions/sso-identity.ts'
import type { SsoConfig } from '../../../platform/sso/sso-config.ts'

export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string }

export function mapClaims(claims: Claims, config: SsoConfig): SsoIdentity {
  const isEmailKnown = claims.email_verified !== false
  return {
    issuer: config.issuer,
    subject: claims.sub,
    username: findUsername(claims, config),
    email: isEmailKnown ? readText(claims.email, limits.email) : null,
    isEmailVerified: claims.email_verified === true,
    firstName: readText(claims.given_name, limits.personName),
    lastName: readText(claims.family_name, limits.personName),
    roles: config.rolesClaim === null ? null : mapRoles(readList(claims, config.rolesClaim), config),
    ...mapOwnRoles(claims, config),
    workplaces:
      config.workplacesClaim === null
        ? null
        : readList(claims, config.workplacesClaim).map((reference) => reference.toLowerCase()),
  }
}

/**
 * Returns whether the claims contain everything that the configuration names. If not, the provider has to be asked for
 * more.
 */
export function isComplete(claims: Claims, { rolesClaim, workplacesClaim, usernameClaim }: SsoConfig): boolean {
  const wanted = [usernameClaim, rolesClaim, workplacesClaim].filter((name) => name !== null)
  return wanted.every((name) => findClaim(claims, name) !== undefined)
}

function findUsername(claims: Claims, { usernameClaim }: SsoConfig): string | null {
  const candidates = [findClaim(claims, usernameClaim), claims.email, claims.sub]
  const found = candidates.find(
    (value): value is string =>
      typeof value === 'string' && value.length <= limits.username && patterns.username.regex.test(value),
  )
  return found ?? null
}

function mapRoles(values: readonly string[], { roleMapping }: SsoConfig): Role[] {
  const found = values.flatMap((value) =>
    roleMapping === null ? (readRole(value) ?? []) : (roleMapping.get(value) ?? []),
  )
  return [...new Set(found)]
}

/** Own roles that the mapping names are the provider's business; others stay as they are given here. */
function mapOwnRoles(
  claims: Claims,
  { rolesClaim, ownRoleMapping }: SsoConfig,
): Pick<SsoIdentity, 'ownRoles'> | Record<never, never> {
  if (rolesClaim === null || ownRoleMapping === undefined) return {}
  const given = readList(claims, rolesClaim).flatMap((value) => ownRoleMapping.get(value) ?? [])
  return { ownRoles: { managed: [...new Set([...ownRoleMapping.values()].flat())], given: [...new Set(given)] } }
}

/** A claim by its name, which may have dots in it, or lead into objects by them: `realm_access.roles`. */
function findClaim(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let value: unknown = claims
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Readonly<Record<string, unknown>>)[part]
  }
  return value
}

/** A list of texts, or one text with commas or spaces between them. */
function readList(claims: Claims, name: string): string[] {
  const value = findClaim(claims, name)
  if (typeof value === 'string') return value.split(/[\s,]+/).filter((part) => part !== '')
  return Array.isArray(value) ? value.filter((part) => typeof part === 'string') : []
}

function readText(value: unknown, most: number): string | null {
  if (typeof value !== 'string') return null
  const text = value.trim().slice(0, most)
  return text === '' ? null : text
}

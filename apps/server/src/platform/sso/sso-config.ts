import { type Role, readRole, roles } from '@millrace/contract'
import { StartFailure } from '../start-failure.ts'

/** The provider of advanced single sign-on, and the mapping of its users to users of the product. */
export interface SsoConfig {
  /** The issuer, exactly as the provider writes it. */
  readonly issuer: string
  readonly clientId: string
  /** Null for a public client, which only has its proof key. */
  readonly clientSecret: string | null
  /** The provider's name, for the button on the sign-in page. */
  readonly label: string
  readonly scopes: string
  readonly usernameClaim: string
  /** The claim with roles; null: roles are managed in the product, and a new user has RoleUser. */
  readonly rolesClaim: string | null
  /** Roles by a value of the claim. Null: the values are names of roles. */
  readonly roleMapping: ReadonlyMap<string, readonly Role[]> | null
  /** Keys of own roles by a value of the claim. Missing: own roles are managed in the product. */
  readonly ownRoleMapping?: ReadonlyMap<string, readonly string[]>
  /**
   * The claim with workplaces; null: users keep the workplaces of their accounts, and new ones get the default
   * workplace.
   */
  readonly workplacesClaim: string | null
}

/**
 * Reads the `MILLRACE_OIDC_…` variables. Null without an issuer.
 *
 * @throws StartFailure
 */
export function readSsoConfig(value: (name: string) => string | null): SsoConfig | null {
  const issuer = value('MILLRACE_OIDC_ISSUER')
  if (issuer === null) return null
  const clientId = value('MILLRACE_OIDC_CLIENT_ID')
  if (clientId === null)
    throw new StartFailure(
      'Expected MILLRACE_OIDC_CLIENT_ID beside MILLRACE_OIDC_ISSUER, but it is not set. It is the name that the provider knows this server by.',
    )
  const mapping = value('MILLRACE_OIDC_ROLE_MAPPING')
  return {
    issuer: readIssuer(issuer),
    clientId,
    clientSecret: value('MILLRACE_OIDC_CLIENT_SECRET'),
    label: value('MILLRACE_OIDC_LABEL') ?? new URL(issuer).hostname,
    scopes: readScopes(value('MILLRACE_OIDC_SCOPES') ?? 'openid profile email'),
    usernameClaim: value('MILLRACE_OIDC_USERNAME_CLAIM') ?? 'preferred_username',
    rolesClaim: value('MILLRACE_OIDC_ROLES_CLAIM'),
    ...(mapping === null ? { roleMapping: null } : readRoleMapping(mapping)),
    workplacesClaim: value('MILLRACE_OIDC_WORKPLACES_CLAIM'),
  }
}

/**
 * Reads the issuer. Plain HTTP is only accepted on this machine: otherwise anybody in between could sign in as any
 * user.
 */
function readIssuer(text: string): string {
  const url = URL.parse(text)
  const isLocal = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url === null || (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal)))
    throw new StartFailure(
      `Expected MILLRACE_OIDC_ISSUER to be an address that begins with https://, but it is “${text}”. Only a provider on this machine may have http://.`,
    )
  return text
}

function readScopes(text: string): string {
  const scopes = text.split(/[\s,]+/).filter((scope) => scope !== '')
  return [...new Set(['openid', ...scopes])].join(' ')
}

/** Returns why a role mapping is not valid; null when it is. */
export function findMappingFault(text: string): string | null {
  try {
    readRoleMapping(text)
    return null
  } catch {
    return `Expected a mapping like staff=RoleUser, it=RoleAdmin+RoleUserAdmin, clerks=own:clerk with roles of ${roles.join(', ')}, and keys of own roles after “own:”.`
  }
}

interface RoleMappings {
  readonly roleMapping: ReadonlyMap<string, readonly Role[]>
  readonly ownRoleMapping?: ReadonlyMap<string, readonly string[]>
}

/** The prefix of the key of an own role in a claim. */
export const ownRolePrefix = 'own:'

/** `staff=RoleUser, it=RoleAdmin+RoleUserAdmin, clerks=own:clerk` */
function readRoleMapping(text: string): RoleMappings {
  const mapping = new Map<string, readonly Role[]>()
  const ownMapping = new Map<string, readonly string[]>()
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (entry === '') continue
    const split = entry.lastIndexOf('=')
    const names = entry
      .slice(split + 1)
      .split('+')
      .map((name) => name.trim())
    const own = names.filter((name) => name.startsWith(ownRolePrefix)).map((name) => name.slice(ownRolePrefix.length))
    const found = names.map((name) => readRole(name)).filter((role) => role !== null)
    if (split < 1 || found.length + own.length !== names.length || own.includes(''))
      throw new StartFailure(
        `Expected MILLRACE_OIDC_ROLE_MAPPING to be like staff=RoleUser,it=RoleAdmin+RoleUserAdmin,clerks=own:clerk with roles of ${roles.join(', ')}, and keys of own roles after “own:”, but it has “${entry}”.`,
      )
    const value = entry.slice(0, split).trim()
    mapping.set(value, found)
    if (own.length > 0) ownMapping.set(value, own)
  }
  return ownMapping.size === 0 ? { roleMapping: mapping } : { roleMapping: mapping, ownRoleMapping: ownMapping }
}

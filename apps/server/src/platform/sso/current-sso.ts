import type { InstallationValues } from '@millrace/contract/settings'
import type { AllowedAddresses } from '../outgoing/addresses.ts'
import { createOutgoingClient, type OutgoingClient } from '../outgoing/http-client.ts'
import type { FixedSettings, InstallationSettings } from '../settings/installation-settings.ts'
import { ownRolePrefix, readSsoConfig, type SsoConfig } from './sso-config.ts'
import { createSsoProvider, type SsoProvider } from './sso-provider.ts'

/** The settings by the variables of the environment that fix them. */
const keys = {
  MILLRACE_OIDC_ISSUER: 'sso.issuer',
  MILLRACE_OIDC_CLIENT_ID: 'sso.clientId',
  MILLRACE_OIDC_CLIENT_SECRET: 'sso.clientSecret',
  MILLRACE_OIDC_LABEL: 'sso.label',
  MILLRACE_OIDC_SCOPES: 'sso.scopes',
  MILLRACE_OIDC_USERNAME_CLAIM: 'sso.usernameClaim',
  MILLRACE_OIDC_ROLES_CLAIM: 'sso.rolesClaim',
  MILLRACE_OIDC_ROLE_MAPPING: 'sso.roleMapping',
  MILLRACE_OIDC_WORKPLACES_CLAIM: 'sso.workplacesClaim',
} as const satisfies Readonly<Record<string, keyof InstallationValues>>

type SsoKey = (typeof keys)[keyof typeof keys]

/** Returns all settings of single sign-on, which the environment fixes together when it names a provider. */
export function settingsOfSso(config: SsoConfig | null): FixedSettings {
  if (config === null) return {}
  const mapping = [...(config.roleMapping ?? [])].map(([value, roles]) => {
    const own = (config.ownRoleMapping?.get(value) ?? []).map((key) => `${ownRolePrefix}${key}`)
    return `${value}=${[...roles, ...own].join('+')}`
  })
  return {
    'sso.issuer': config.issuer,
    'sso.clientId': config.clientId,
    'sso.clientSecret': config.clientSecret ?? '',
    'sso.label': config.label,
    'sso.scopes': config.scopes,
    'sso.usernameClaim': config.usernameClaim,
    'sso.rolesClaim': config.rolesClaim ?? '',
    'sso.roleMapping': mapping.join(', '),
    'sso.workplacesClaim': config.workplacesClaim ?? '',
  }
}

/**
 * Returns the provider that settings name; null without an address or a client.
 *
 * @throws StartFailure when the values are not valid together.
 */
export function readSsoSettings(values: Pick<InstallationValues, SsoKey>): SsoConfig | null {
  if (values['sso.issuer'] === '' || values['sso.clientId'] === '') return null
  return readSsoConfig((name) => {
    const key = Object.hasOwn(keys, name) ? keys[name as keyof typeof keys] : null
    const value = key === null ? '' : values[key]
    return value === '' ? null : value
  })
}

const everyAddress: AllowedAddresses = { allows: () => true }

/**
 * Returns a function that returns the current provider of single sign-on: that of the environment, otherwise that of
 * the settings. A change of the settings takes effect at the next use.
 *
 * @param outgoing for a provider of the settings, whose address administrators choose. The address in the environment
 * comes from the operator of the server, so it may be in a private network.
 */
export function followSso(
  fixed: SsoConfig | null,
  settings: Pick<InstallationSettings, 'current'>,
  outgoing: OutgoingClient,
): () => SsoProvider | null {
  if (fixed !== null) {
    const provider = createSsoProvider(fixed, createOutgoingClient({ allowed: everyAddress }))
    return () => provider
  }
  let known: { readonly text: string; readonly provider: SsoProvider | null } | null = null
  return () => {
    const values = settings.current()
    const text = JSON.stringify(Object.values(keys).map((key) => values[key]))
    if (known?.text !== text) known = { text, provider: create(values, outgoing) }
    return known.provider
  }
}

function create(values: InstallationValues, outgoing: OutgoingClient): SsoProvider | null {
  try {
    const config = readSsoSettings(values)
    return config === null ? null : createSsoProvider(config, outgoing)
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error))
    return null
  }
}

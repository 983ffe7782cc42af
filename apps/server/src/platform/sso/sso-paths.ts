/**
 * Paths for browsers and the provider, below the base of the calls. Two of them have to be registered at the provider.
 */
export const ssoPaths = {
  base: '/auth/oidc',
  start: '/auth/oidc/start',
  /** Registered at the provider as a redirect URI. */
  callback: '/auth/oidc/callback',
  /** Registered at the provider as its back-channel logout URI. */
  backChannelLogout: '/auth/oidc/backchannel-logout',
} as const

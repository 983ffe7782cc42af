/** Where browsers and the provider come to, below the base of the calls. The provider has to know two of them. */
export const ssoPaths = {
  base: '/auth/oidc',
  start: '/auth/oidc/start',
  /** Registered at the provider as a redirect URI. */
  callback: '/auth/oidc/callback',
  /** Registered at the provider as its back-channel logout URI. */
  backChannelLogout: '/auth/oidc/backchannel-logout',
} as const

import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { limits } from './limits.ts'

/** How long, in seconds, the access that was given lasts, and how long a session lasts without a request. */
const access = z.object({ accessSeconds: z.number().int(), sessionSeconds: z.number().int() })

/**
 * Where the browser goes when the session has ended: the sign-in page, or the provider's address that ends its own
 * session.
 */
const signedOut = z.object({ location: z.string() })

export const authCalls = defineCalls('auth', {
  options: defineCall({
    method: 'GET',
    path: '/auth/sign-in-options',
    summary: 'How users can sign in.',
    tag: 'Session',
    audience: 'public',
    answer: z.object({
      /** Whether there is a provider for advanced single sign-on. */
      advancedSso: z.boolean(),
      /** The provider's name for the button. */
      label: z.string().nullable(),
      /**
       * Where the button leads: a page of the server that goes on to the provider. Takes `returnUrl` and `workplace`.
       */
      location: z.string().nullable(),
      /** Whether users who forgot their password can have a link mailed to them. */
      resetsPasswords: z.boolean(),
    }),
  }),
  /**
   * Sets the cookies of a new session. `session.credentials` does not tell whether the user exists, the password is
   * wrong or the account is locked or disabled. `session.password-change` asks for the same call with a new password.
   */
  login: defineCall({
    method: 'POST',
    path: '/auth/login',
    summary: 'Signs a user in.',
    tag: 'Session',
    audience: 'public',
    touches: [],
    body: z.object({
      username: z.string().trim().min(1).max(limits.username),
      password: z.string().min(1).max(limits.password),
      /** Reference of a workplace; without one it is the default workplace. */
      workplace: z.string().trim().min(1).max(limits.name).optional(),
      /** Takes the place of the password from now on. */
      newPassword: z.string().min(1).max(limits.password).optional(),
    }),
    answer: access,
    errors: ['session.credentials', 'session.password-change', 'password.weak', 'request.too-many'],
  }),
  /** Ends the session at once, also where it has run out already. */
  logout: defineCall({
    method: 'POST',
    path: '/logout',
    summary: 'Signs the user out.',
    tag: 'Session',
    audience: 'public',
    touches: [],
    answer: signedOut,
  }),
  /** For the page “Not authorized”: the same as signing out. */
  logoutUnauthorized: defineCall({
    method: 'POST',
    path: '/logout/unAuthorized',
    summary: 'Signs out a user who is not authorized.',
    tag: 'Session',
    audience: 'public',
    touches: [],
    answer: signedOut,
  }),
  /** Exchanges the refresh cookie for new cookies. A refresh cookie that was exchanged before ends the session. */
  refresh: defineCall({
    method: 'GET',
    path: '/tokenrefresh',
    summary: 'Renews the access of the session.',
    tag: 'Session',
    audience: 'public',
    answer: access,
    errors: ['session.missing'],
  }),
})

import { z } from 'zod'
import { defineCall } from './call.ts'
import { limits } from './limits.ts'

/** How long, in seconds, the access that was given lasts, and how long a session lasts without a request. */
const access = z.object({ accessSeconds: z.number().int(), sessionSeconds: z.number().int() })

export const authCalls = {
  /**
   * Sets the cookies of a new session. `session.credentials` does not tell whether the user exists, the password is
   * wrong or the account is locked or disabled.
   */
  login: defineCall({
    method: 'POST',
    path: '/auth/login',
    summary: 'Signs a user in.',
    tag: 'Session',
    audience: 'public',
    body: z.object({
      username: z.string().trim().min(1).max(limits.username),
      password: z.string().min(1).max(limits.password),
      /** Reference of a workplace; without one it is the default workplace. */
      workplace: z.string().trim().min(1).max(limits.name).optional(),
    }),
    answer: access,
    errors: ['session.credentials', 'request.too-many'],
  }),
  /** Ends the session at once, also where it has run out already. */
  logout: defineCall({
    method: 'POST',
    path: '/logout',
    summary: 'Signs the user out.',
    tag: 'Session',
    audience: 'public',
    answer: 'empty',
  }),
  /** For the page “Not authorized”: the same as signing out. */
  logoutUnauthorized: defineCall({
    method: 'POST',
    path: '/logout/unAuthorized',
    summary: 'Signs a user out who may not be here.',
    tag: 'Session',
    audience: 'public',
    answer: 'empty',
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
} as const

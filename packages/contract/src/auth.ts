import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { limits } from './limits.ts'
import { enrolled, enrolment, secondProof, startedKind } from './second-factors.ts'

/** How long, in seconds, the access that was given lasts, and how long a session lasts without a request. */
const access = z.object({ accessSeconds: z.number().int(), sessionSeconds: z.number().int() })

/**
 * Where the browser goes when the session has ended: the sign-in page, or the provider's address that ends its own
 * session.
 */
const signedOut = z.object({ location: z.string() })

const ofSecondStep = { method: 'POST', tag: 'Session', audience: 'public', touches: [] } as const

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
       * The address of the button: a page of the server that redirects to the provider. Takes `returnUrl` and
       * `workplace`.
       */
      location: z.string().nullable(),
      /** Whether users who forgot their password can have a link mailed to them. */
      resetsPasswords: z.boolean(),
    }),
  }),
  /**
   * Signs a user in, and sets the cookies of a new session. `session.credentials` does not show whether the user does
   * not exist, the password is wrong, or the account is locked or disabled. `session.password-change` requires the same
   * call with a new password.
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
      /** A new password, which replaces the current one. */
      newPassword: z.string().min(1).max(limits.password).optional(),
    }),
    answer: access,
    errors: [
      ...(['session.credentials', 'session.password-change', 'session.password-expired', 'password.weak'] as const),
      ...(['session.second-factor', 'session.second-factor-set-up', 'request.too-many'] as const),
      ...(['password.elsewhere', 'directory.unreachable'] as const),
    ],
  }),
  /** Returns the second step of a sign-in that was answered with `session.second-factor`, identified by its cookie. */
  secondStep: defineCall({
    ...ofSecondStep,
    path: '/auth/second-step',
    summary: 'Returns how the second step of a sign-in can be proved.',
    answer: z.object({
      username: z.string(),
      hasApp: z.boolean(),
      hasRecoveryCodes: z.boolean(),
      /** `PublicKeyCredentialRequestOptionsJSON`; null for a user without passkeys. */
      passkeys: z.record(z.string(), z.unknown()).nullable(),
    }),
    errors: ['session.second-step-over'],
  }),
  /** Each code is valid once. After several wrong ones in a row, codes are refused for some time, and passkeys are not. */
  proveSecondStep: defineCall({
    ...ofSecondStep,
    path: '/auth/second-step/prove',
    summary: 'Completes a sign-in with a second factor.',
    body: secondProof,
    answer: access,
    errors: ['session.second-step-over', 'second-factor.wrong', 'request.too-many'],
  }),
  /** Starts to set up a second factor, for a sign-in that was answered with `session.second-factor-set-up`. */
  startSetUp: defineCall({
    ...ofSecondStep,
    path: '/auth/second-step/start',
    summary: 'Starts the set-up of a second factor that the user needs to sign in.',
    body: startedKind,
    answer: enrolment,
    errors: ['session.second-step-over'],
  }),
  completeSetUp: defineCall({
    ...ofSecondStep,
    path: '/auth/second-step/complete',
    summary: 'Sets up a second factor and signs the user in.',
    body: enrolled,
    answer: access.extend({ recoveryCodes: z.array(z.string()) }),
    errors: ['session.second-step-over', 'second-factor.wrong', 'second-factor.over', 'request.too-many'],
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
  /** Signs the user out, from the page “Not authorized”. */
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

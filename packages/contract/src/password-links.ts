import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { limits } from './limits.ts'
import { instant } from './values.ts'

export const passwordLinkLimits = {
  /** Days for which the link of an invitation is valid. */
  invitationDays: 7,
  /** Minutes for which a link to reset a password is valid. */
  resetMinutes: 60,
  /** The maximum number of valid links of one user. At the maximum, another request sends no mail. */
  links: 5,
} as const

export const passwordLinkKinds = ['invitation', 'reset'] as const

export type PasswordLinkKind = (typeof passwordLinkKinds)[number]

const token = z.string().min(1).max(limits.password)
const ofNobody = { method: 'POST', tag: 'Session', audience: 'public', touches: [], isOwnProof: true } as const

/** Calls with which users choose a password by a mailed link, without being signed in. */
export const passwordLinkCalls = defineCalls('passwordLinks', {
  /** Requests a link. The answer is the same for unknown users, so that nobody finds out who has an account. */
  ask: defineCall({
    ...ofNobody,
    path: '/auth/password-links',
    summary: 'Mails a link to a user who forgot their password.',
    body: z.object({
      /** User name or email address. Each user with the email address gets a mail. */
      username: z.string().trim().min(1).max(limits.username),
      /** Reference of a workplace; without one it is the default workplace. */
      workplace: z.string().trim().min(1).max(limits.name).optional(),
    }),
    answer: 'empty',
    errors: ['request.too-many'],
  }),
  look: defineCall({
    ...ofNobody,
    path: '/auth/password-links/look',
    summary: 'Returns whose password a link is for.',
    body: z.object({ token }),
    answer: z.object({
      kind: z.enum(passwordLinkKinds),
      username: z.string(),
      /** Reference; null for the default workplace. */
      workplace: z.string().nullable(),
      expiresAt: instant,
    }),
    errors: ['password.link-over', 'request.too-many'],
  }),
  /** Sets a password with a link. All sessions and API tokens of the user end, and the link becomes invalid. */
  use: defineCall({
    ...ofNobody,
    path: '/auth/password-links/use',
    summary: 'Sets the password of the user a link was mailed to.',
    body: z.object({ token, newPassword: z.string().min(1).max(limits.password) }),
    answer: 'empty',
    errors: ['password.link-over', 'password.weak', 'request.too-many'],
  }),
})

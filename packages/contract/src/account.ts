import { z } from 'zod'
import { defineCall } from './call.ts'
import { limits, sessionLimits } from './limits.ts'
import { text } from './patterns.ts'
import { idParams, instant } from './values.ts'

const apiToken = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: instant,
  /** Null: until it is removed. */
  expiresAt: instant.nullable(),
  lastUsedAt: instant.nullable(),
})

/**
 * What users do about their own account. Only in a session of the browser: whoever has found an API token must not be
 * able to make himself another one, or a password.
 */
export const accountCalls = {
  sessions: defineCall({
    method: 'GET',
    path: '/profiles/sessions',
    summary: 'Where the user is signed in.',
    tag: 'Account',
    audience: 'signed-in',
    answer: z.array(
      z.object({
        id: z.string(),
        createdAt: instant,
        lastSeenAt: instant,
        userAgent: z.string().nullable(),
        address: z.string().nullable(),
        isCurrent: z.boolean(),
      }),
    ),
    errors: ['right.missing'],
  }),
  endSession: defineCall({
    method: 'DELETE',
    path: '/profiles/sessions/{id}',
    summary: 'Ends one session of the user.',
    tag: 'Account',
    audience: 'signed-in',
    touches: ['account.sessions'],
    happensOnce: true,
    params: idParams,
    answer: 'empty',
    errors: ['right.missing', 'thing.not-found'],
  }),
  endOtherSessions: defineCall({
    method: 'DELETE',
    path: '/profiles/sessions',
    summary: 'Ends all sessions of the user but this one.',
    tag: 'Account',
    audience: 'signed-in',
    touches: ['account.sessions'],
    answer: z.object({ ended: z.number().int() }),
    errors: ['right.missing'],
  }),
  tokens: defineCall({
    method: 'GET',
    path: '/profiles/tokens',
    summary: 'The API tokens of the user.',
    tag: 'Account',
    audience: 'signed-in',
    answer: z.array(apiToken),
    errors: ['right.missing'],
  }),
  /** The answer is the only time that the token itself is seen. It is sent as `Authorization: Bearer …`. */
  createToken: defineCall({
    method: 'POST',
    path: '/profiles/tokens',
    summary: 'Makes an API token, which acts with the roles of the user.',
    tag: 'Account',
    audience: 'signed-in',
    touches: ['account.tokens'],
    happensOnce: true,
    body: z.object({
      name: text('name'),
      /** Without them it is good until it is removed. */
      expiresInDays: z.number().int().min(1).max(sessionLimits.apiTokenDays).optional(),
    }),
    answer: apiToken.extend({ token: z.string() }),
    errors: ['right.missing', 'token.too-many'],
  }),
  removeToken: defineCall({
    method: 'DELETE',
    path: '/profiles/tokens/{id}',
    summary: 'Removes an API token of the user: it is worth nothing at once.',
    tag: 'Account',
    audience: 'signed-in',
    touches: ['account.tokens'],
    happensOnce: true,
    params: idParams,
    answer: 'empty',
    errors: ['right.missing', 'thing.not-found'],
  }),
  /** Ends the other sessions of the user. */
  changePassword: defineCall({
    method: 'POST',
    path: '/profiles/password',
    summary: 'Changes the password of the user.',
    tag: 'Account',
    audience: 'signed-in',
    touches: ['account.sessions'],
    happensOnce: true,
    body: z.object({
      currentPassword: z.string().min(1).max(limits.password),
      newPassword: z.string().min(1).max(limits.password),
    }),
    answer: 'empty',
    errors: ['right.missing', 'password.wrong', 'password.weak', 'password.elsewhere', 'request.too-many'],
  }),
} as const

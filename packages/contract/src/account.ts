import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { limits, sessionLimits } from './limits.ts'
import { text } from './patterns.ts'
import { defaultScopes, type Scope, scopes } from './scopes.ts'
import { signInMethods } from './second-factors.ts'
import { idParams, instant } from './values.ts'

export const apiToken = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: instant,
  expiresAt: instant,
  lastUsedAt: instant.nullable(),
  scopes: z.array(z.enum(scopes)),
  /** Keys of the processes that it is valid for; null for all. */
  processKeys: z.array(z.string()).nullable(),
  /** Topics of the external tasks that it is valid for; null for all. */
  topics: z.array(z.string()).nullable(),
})

/** An active session of a user. `isCurrent`: this session made the call. */
export const openSession = z.object({
  id: z.string(),
  createdAt: instant,
  lastSeenAt: instant,
  userAgent: z.string().nullable(),
  address: z.string().nullable(),
  /** How the user signed in. */
  method: z.enum(signInMethods),
  isCurrent: z.boolean(),
})

const key = z
  .string()
  .trim()
  .min(1)
  .max(sessionLimits.apiTokenKeyLength)
  .regex(/^\P{Cc}+$/u, 'Expected a key or topic as models write it.')
const keys = z.array(key).min(1).max(sessionLimits.apiTokenKeys)

/**
 * The fields of a new API token. A token for some processes cannot deploy or administer, because these concern all
 * processes; a token for some topics only works on their external tasks. Both are only for `/engine-rest`.
 */
const newToken = z
  .object({
    name: text('name'),
    expiresInDays: z.number().int().min(1).max(sessionLimits.apiTokenDaysMost).default(sessionLimits.apiTokenDays),
    scopes: z
      .array(z.enum(scopes))
      .min(1)
      .max(scopes.length)
      .default([...defaultScopes]),
    processKeys: keys.nullable().default(null),
    topics: keys.nullable().default(null),
  })
  .refine(({ scopes: chosen, processKeys }) => processKeys === null || !chosen.some((scope) => wide.includes(scope)), {
    path: ['scopes'],
    message: 'Expected no scope that is about all processes, such as deploy, with a token for certain processes.',
  })
  .refine(({ scopes: chosen, topics }) => topics === null || chosen.includes('work'), {
    path: ['topics'],
    message: 'Expected the scope work with a token for certain topics: they are about external tasks.',
  })

const wide: readonly Scope[] = ['deploy', 'administer']

/**
 * Calls for the user's own account. Only in a browser session: an API token must not be able to create further tokens
 * or change the password.
 */
export const accountCalls = defineCalls('account', {
  /** Lists active sessions, at most the `sessionLimits.sessionsShown` last used ones. */
  sessions: defineCall({
    method: 'GET',
    path: '/profiles/sessions',
    summary: 'Lists the sessions of the user.',
    tag: 'Account',
    audience: 'signed-in',
    scope: 'browser',
    answer: z.array(openSession),
    errors: ['right.missing'],
  }),
  endSession: defineCall({
    method: 'DELETE',
    path: '/profiles/sessions/{id}',
    summary: 'Ends one session of the user.',
    tag: 'Account',
    audience: 'signed-in',
    scope: 'browser',
    touches: ['account.sessions'],
    happensOnce: true,
    params: idParams,
    answer: 'empty',
    errors: ['right.missing', 'thing.not-found'],
  }),
  endOtherSessions: defineCall({
    method: 'DELETE',
    path: '/profiles/sessions',
    summary: 'Ends all other sessions of the user.',
    tag: 'Account',
    audience: 'signed-in',
    scope: 'browser',
    touches: ['account.sessions'],
    answer: z.object({ ended: z.number().int() }),
    errors: ['right.missing'],
  }),
  tokens: defineCall({
    method: 'GET',
    path: '/profiles/tokens',
    summary: 'Lists the API tokens of the user.',
    tag: 'Account',
    audience: 'signed-in',
    scope: 'browser',
    answer: z.array(apiToken),
    errors: ['right.missing'],
  }),
  /** Creates an API token. Only this answer contains the token itself. Clients send it as `Authorization: Bearer …`. */
  createToken: defineCall({
    method: 'POST',
    path: '/profiles/tokens',
    summary: 'Creates an API token, which acts in the name of the user within its scopes.',
    tag: 'Account',
    audience: 'signed-in',
    scope: 'browser',
    touches: ['account.tokens'],
    happensOnce: true,
    body: newToken,
    answer: apiToken.extend({ token: z.string() }),
    errors: ['right.missing', 'token.too-many'],
  }),
  removeToken: defineCall({
    method: 'DELETE',
    path: '/profiles/tokens/{id}',
    summary: 'Deletes an API token of the user. It is rejected immediately.',
    tag: 'Account',
    audience: 'signed-in',
    scope: 'browser',
    touches: ['account.tokens'],
    happensOnce: true,
    params: idParams,
    answer: 'empty',
    errors: ['right.missing', 'thing.not-found'],
  }),
  /** Ends the other sessions of the user, and the API tokens. */
  changePassword: defineCall({
    method: 'POST',
    path: '/profiles/password',
    summary: 'Changes the password of the user.',
    tag: 'Account',
    audience: 'signed-in',
    scope: 'browser',
    touches: ['account.sessions', 'account.tokens'],
    happensOnce: true,
    body: z.object({
      currentPassword: z.string().min(1).max(limits.password),
      newPassword: z.string().min(1).max(limits.password),
    }),
    answer: 'empty',
    errors: ['right.missing', 'password.wrong', 'password.weak', 'password.elsewhere', 'request.too-many'],
  }),
})

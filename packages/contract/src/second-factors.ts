import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { limits } from './limits.ts'
import { text } from './patterns.ts'
import { idParams, instant } from './values.ts'

export const secondFactorKinds = ['totp', 'passkey'] as const

export type SecondFactorKind = (typeof secondFactorKinds)[number]

/** The methods of a sign-in. */
export const signInMethods = ['password', 'totp', 'passkey', 'recovery-code', 'single-sign-on', 'directory'] as const

export type SignInMethod = (typeof signInMethods)[number]

export const secondFactorLimits = {
  /** Second factors of one user. */
  factors: 10,
  /** Recovery codes that are created together. */
  recoveryCodes: 10,
  /** Minutes for the second step of a sign-in, and for setting up a factor. */
  minutes: 10,
  /** Digits of a code of an authenticator app. */
  digits: 6,
} as const

/** A message of the Web Authentication API as JSON, which only the browser and the library read. */
const webAuthn = z.record(z.string(), z.unknown())

/** The data with which a user sets up a factor. The ticket is sent back with the proof. */
export const enrolment = z.object({
  kind: z.enum(secondFactorKinds),
  ticket: z.string(),
  /** For an authenticator app: the secret in base 32, and the address for its QR code. */
  secret: z.string().nullable(),
  uri: z.string().nullable(),
  /** For a passkey: `PublicKeyCredentialCreationOptionsJSON`. */
  options: webAuthn.nullable(),
})

export type Enrolment = z.output<typeof enrolment>

export const startedKind = z.object({ kind: z.enum(secondFactorKinds) })

/**
 * The request that confirms a new second factor: its ticket, with a code of the app or the browser's answer for the
 * passkey.
 */
export const enrolled = z.object({
  ticket: z.string().min(1).max(4_000),
  name: text('settingValue'),
  code: z.string().trim().max(20).optional(),
  attestation: webAuthn.optional(),
})

/** The proof for the second step of a sign-in: a code, a recovery code or the answer of a passkey. */
export const secondProof = z.object({
  /** Six digits of an authenticator app, or a recovery code. */
  code: z.string().trim().min(1).max(50).optional(),
  assertion: webAuthn.optional(),
})

const factor = z.object({
  id: z.string(),
  kind: z.enum(secondFactorKinds),
  name: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
})

export type SecondFactor = z.output<typeof factor>

const common = { tag: 'Account', audience: 'signed-in', scope: 'browser' } as const
const touches = ['secondFactors.list'] as const
const currentPassword = z.string().min(1).max(limits.password)
const ofPassword = ['right.missing', 'password.wrong', 'password.elsewhere', 'request.too-many'] as const
/** Recovery codes, which are only shown once. */
const codes = z.array(z.string())

/** Calls for the second factors of the user's own account. Each change needs the current password. */
export const secondFactorCalls = defineCalls('secondFactors', {
  list: defineCall({
    ...common,
    method: 'GET',
    path: '/profiles/second-factors',
    summary: 'Returns the second factors of the user.',
    answer: z.object({
      /** Whether the user has a password. Otherwise they sign in elsewhere, and need no second factor here. */
      hasPassword: z.boolean(),
      /** Whether the roles of the user need a second factor. */
      isRequired: z.boolean(),
      factors: z.array(factor),
      recoveryCodesLeft: z.number().int(),
    }),
    errors: ['right.missing'],
  }),
  start: defineCall({
    ...common,
    method: 'POST',
    path: '/profiles/second-factors/start',
    summary: 'Starts the set-up of a second factor.',
    touches: [],
    body: startedKind.extend({ currentPassword }),
    answer: enrolment,
    errors: [...ofPassword, 'second-factor.too-many'],
  }),
  /** Adds a second factor. With the first one, recovery codes are returned. */
  add: defineCall({
    ...common,
    method: 'POST',
    path: '/profiles/second-factors',
    summary: 'Adds a second factor after a proof that it works.',
    touches,
    body: enrolled,
    answer: z.object({ recoveryCodes: codes.nullable() }),
    errors: [
      'right.missing',
      'second-factor.wrong',
      'second-factor.over',
      'second-factor.too-many',
      'request.too-many',
    ],
  }),
  rename: defineCall({
    ...common,
    method: 'PUT',
    path: '/profiles/second-factors/{id}',
    summary: 'Renames a second factor.',
    touches,
    params: idParams,
    body: z.object({ name: text('settingValue') }),
    answer: 'empty',
    errors: ['right.missing', 'thing.not-found'],
  }),
  remove: defineCall({
    ...common,
    method: 'POST',
    path: '/profiles/second-factors/{id}/remove',
    summary: 'Removes a second factor.',
    touches,
    happensOnce: true,
    params: idParams,
    body: z.object({ currentPassword }),
    answer: 'empty',
    errors: [...ofPassword, 'thing.not-found', 'second-factor.required'],
  }),
  renewCodes: defineCall({
    ...common,
    method: 'POST',
    path: '/profiles/second-factors/recovery-codes',
    summary: 'Creates recovery codes, which replace all earlier ones.',
    touches,
    body: z.object({ currentPassword }),
    answer: z.object({ recoveryCodes: codes }),
    errors: [...ofPassword, 'thing.not-found'],
  }),
})

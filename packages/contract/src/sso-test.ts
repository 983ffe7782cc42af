import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { roles } from './roles.ts'
import { instant } from './values.ts'

const of = { tag: 'Settings', audience: ['RoleAdmin'], path: '/admin/settings/sso-test' } as const

/** The result of a test sign-in at the single sign-on provider. */
export const ssoTestResult = z.object({
  at: instant,
  failure: z.enum(['sso.refused', 'sso.unavailable']).nullable(),
  /** Null: no claim has a valid user name. */
  username: z.string().nullable(),
  email: z.string().nullable(),
  /** Null: no claim is configured, and roles are managed here. */
  roles: z.array(z.enum(roles)).nullable(),
  workplaces: z.array(z.string()).nullable(),
  claims: z.array(z.object({ name: z.string(), value: z.string() })),
})

export type SsoTestResult = z.output<typeof ssoTestResult>

/** Calls for tests of single sign-on, for administrators of the default workplace. */
export const ssoTestCalls = defineCalls('ssoTest', {
  start: defineCall({
    ...of,
    method: 'POST',
    scope: 'browser',
    summary: 'Starts a test sign-in at the provider of single sign-on.',
    touches: ['ssoTest'],
    happensOnce: true,
    answer: z.object({ location: z.string() }),
    errors: ['right.missing', 'setting.unknown', 'sso.unavailable'],
  }),
  get: defineCall({
    ...of,
    method: 'GET',
    summary: 'Returns the last test sign-in of the user, for one hour.',
    answer: z.object({ isConfigured: z.boolean(), result: ssoTestResult.nullable() }),
    errors: ['right.missing', 'setting.unknown'],
  }),
})

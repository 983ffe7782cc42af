import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { limits } from './limits.ts'
import { plainText } from './patterns.ts'
import { languageTag } from './values.ts'

/** An email address, or an empty text for none. */
export const emailText = z.union([z.literal(''), z.email().max(limits.email)]).nullable()

const profile = z.object({
  user: z.object({
    id: z.string(),
    username: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    email: z.string().nullable(),
  }),
  customer_reference: z.string().nullable(),
  organisation_reference: z.string().nullable(),
  /** Overrides the theme of the workplace as long as that theme exists. */
  themeCode: z.string().nullable(),
  /** A language tag such as `en`; null: the language of the browser. */
  language: z.string().nullable(),
})

export type Profile = z.output<typeof profile>

/** Calls for the user's own profile. `/profiles` always means the signed-in user. */
export const profileCalls = defineCalls('profile', {
  get: defineCall({
    method: 'GET',
    path: '/profiles',
    summary: 'The profile of the user.',
    tag: 'Account',
    audience: 'signed-in',
    answer: profile,
  }),
  /**
   * Returns the data of the user as JSON, without secrets: account, properties, sessions, API tokens, absences,
   * comments, files, processes and tasks.
   */
  data: defineCall({
    method: 'GET',
    path: '/profiles/data',
    summary: 'Returns everything that the server has of the user, as a file.',
    tag: 'Account',
    audience: 'signed-in',
    scope: 'browser',
    isLong: true,
    answer: 'file',
  }),
  /** Changes the profile. Missing fields stay unchanged. Users cannot change their own user name, roles and groups. */
  save: defineCall({
    method: 'POST',
    path: '/profiles',
    summary: 'Changes the profile of the user.',
    tag: 'Account',
    audience: 'signed-in',
    touches: ['profile'],
    body: z.object({
      firstName: plainText(limits.personName).optional(),
      lastName: plainText(limits.personName).optional(),
      email: emailText.optional(),
      customer_reference: plainText(limits.reference).optional(),
      organisation_reference: plainText(limits.reference).optional(),
      themeCode: z.string().max(limits.themeName).nullable().optional(),
      language: languageTag.nullable().optional(),
    }),
    answer: profile,
    errors: ['theme.unknown'],
  }),
})

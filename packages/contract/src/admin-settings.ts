import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { testMail } from './email-templates.ts'
import { limits } from './limits.ts'
import { instant, person } from './values.ts'

/** The number of settings that a call can change. */
export const settingLimits = { atOnce: 100 } as const

const value = z.union([z.boolean(), z.number(), z.string().max(4_000)])

const settingRow = z.object({
  key: z.string(),
  scope: z.enum(['workplace', 'installation']),
  kind: z.enum(['switch', 'number', 'text', 'choice', 'choices', 'secret']),
  /** The value that holds; null for a secret. */
  value: value.nullable(),
  /** Null for a secret. */
  default: value.nullable(),
  /** Whether there is a secret. True for every other kind. */
  isSet: z.boolean(),
  origin: z.enum(['default', 'environment', 'here']),
  /** The environment variable that fixes the setting; null: the page can change it. */
  environment: z.string().nullable(),
  needsRestart: z.boolean(),
  /** Counts changes; to be sent with the next one. 0: it was never changed. */
  revision: z.number().int(),
  /** Null: it was never changed. */
  changedAt: instant.nullable(),
  changedBy: person.nullable(),
})

export type SettingRow = z.output<typeof settingRow>

const answer = z.object({
  /** Settings of the installation are among them for administrators of the default workplace. */
  settings: z.array(settingRow),
})

export type AdminSettings = z.output<typeof answer>

const change = z.object({
  key: z.string().max(100),
  /** Null: the default again, and a secret removed. */
  value: value.nullable(),
  revision: z.number().int(),
})

export type SettingChange = z.output<typeof change>

const of = { tag: 'Settings', audience: ['RoleAdmin'] } as const

/** Calls for settings of the workplace and the installation. */
export const settingCalls = defineCalls('settings', {
  list: defineCall({
    ...of,
    method: 'GET',
    path: '/admin/settings',
    follows: ['settings'],
    summary: 'Lists the settings with their values and origins.',
    answer,
  }),
  /** Changes all given settings or none. The `where` of details is the key of the setting. */
  change: defineCall({
    ...of,
    method: 'PUT',
    path: '/admin/settings',
    summary: 'Changes settings.',
    touches: ['settings', 'shell', 'about.themeDetails'],
    happensOnce: true,
    body: z.object({ changes: z.array(change).min(1).max(settingLimits.atOnce) }),
    answer,
    errors: ['setting.invalid', 'setting.unknown', 'setting.fixed', 'thing.changed'],
  }),
  /**
   * Sends a test mail with the present mail server. Its state is read like that of a test mail of a system template.
   */
  sendTest: defineCall({
    ...of,
    method: 'POST',
    path: '/admin/settings/test-mail',
    summary: 'Sends a mail to a user of the workplace to check the mail server.',
    touches: ['systemTemplates.testMail'],
    happensOnce: true,
    body: z.object({ to: z.email().max(limits.email) }),
    answer: testMail,
    errors: ['template.recipient-unknown', 'request.too-many'],
  }),
})

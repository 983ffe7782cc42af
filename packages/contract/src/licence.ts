import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { limits } from './limits.ts'
import { instant, person } from './values.ts'

/** Limits for the content of a licence. */
export const licenceLimits = {
  /** Characters of a licence file. */
  file: 20_000,
  /** Days before its end on which administrators are warned. */
  warningDays: 30,
} as const

const day = z.iso.date()

/** The content of a licence, which its vendor signs. */
export const licenceFacts = z.object({
  number: z.string().trim().min(1).max(100),
  holder: z.string().trim().min(1).max(limits.organisation),
  /** Keys of the applications that may be created. Empty: any. */
  applicationKeys: z.array(z.string().trim().min(1).max(limits.name)).max(1_000).default([]),
  /** The maximum number of enabled applications. */
  applications: z.number().int().min(1).max(limits.applications),
  /** The maximum number of enabled users; null: any number. */
  users: z.number().int().min(1).max(limits.applications).nullable().default(null),
  issuedOn: day,
  /** The last day on which it is valid. */
  expiresOn: day,
  /** Fingerprint of the only installation that it is valid for; null: any. */
  installation: z.string().max(64).nullable().default(null),
})

export type LicenceFacts = z.output<typeof licenceFacts>

export const licenceStates = ['none', 'valid', 'expiring', 'expired'] as const

const licenceState = z.object({
  state: z.enum(licenceStates),
  /** The id of this installation, for the vendor. */
  installation: z.string(),
  /** Whether a server of this installation knows the key of a vendor. */
  canUpload: z.boolean(),
  licence: licenceFacts
    .omit({ installation: true })
    .extend({ uploadedAt: instant, uploadedBy: person.nullable() })
    .nullable(),
  /** Days until the expiry; 0 on the last day; null without an expiry, or after it. */
  daysLeft: z.number().int().nullable(),
  applicationsInUse: z.number().int(),
  usersEnabled: z.number().int(),
  /** The latest time that a server has seen, if the clock of this server is behind it. */
  clockBehind: instant.nullable(),
})

export type LicenceState = z.output<typeof licenceState>

const of = { tag: 'Licence', audience: ['RoleAdmin'], path: '/admin/licence' } as const

/** Calls for the licence of a workplace. */
export const licenceCalls = defineCalls('licence', {
  get: defineCall({
    ...of,
    method: 'GET',
    summary: 'Returns the licence, what it covers and its use.',
    answer: licenceState,
  }),
  upload: defineCall({
    ...of,
    method: 'PUT',
    summary: 'Uploads a licence, which replaces the current one.',
    touches: ['licence', 'about'],
    body: z.object({ file: z.string().min(1).max(licenceLimits.file) }),
    answer: licenceState,
    errors: ['licence.invalid', 'licence.expired', 'licence.elsewhere', 'licence.unknown-vendor'],
  }),
})

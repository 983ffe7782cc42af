import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { instant } from './values.ts'

/** A maintenance job of the server that runs at intervals. */
export type ChoreName =
  | 'history-partitions'
  | 'left-uploads'
  | 'old-drafts'
  | 'left-objects'
  | 'unfiled-listings'
  | 'due-notices'
  | 'old-notices'
  | 'old-links'
  | 'loose-uploads'
  | 'licence-clock'
  | 'incident-groups'
  | 'fixed-incident-groups'
  | 'incident-alerts'
  | 'daily-figures'
  | 'daily-sizes'
  | 'old-user-imports'
  | 'directories'
  | 'listeners'
  | 'history-cleanup'
  | 'audit-heads'

export const adminDashboardDays = [7, 30, 90] as const

/** Waiting work by kind. */
export const adminQueues = ['steps', 'outside', 'mails', 'externalTasks'] as const

/** The limit of counts, and the seconds without a heartbeat after which a server counts as unreachable. */
export const adminDashboardLimits = { count: 1_000, silentSeconds: 40 } as const

const count = z.object({ total: z.number().int(), isCapped: z.boolean() })

const server = z.object({
  id: z.string(),
  host: z.string(),
  processId: z.number().int(),
  roles: z.string(),
  version: z.string(),
  state: z.enum(['healthy', 'older', 'silent']),
  startedAt: instant,
  seenAt: instant,
  memory: z.number(),
  calls: z.number().int(),
  /** Milliseconds; null: there were no calls. */
  callsP99: z.number().nullable(),
})

export type AdminServer = z.output<typeof server>

const installation = z.object({
  servers: z.array(server),
  database: z.object({ version: z.string(), answerMs: z.number(), size: z.number() }),
  sizes: z.array(
    z.object({
      name: z.enum(['history', 'audit', 'files', 'rest']),
      bytes: z.number(),
      /** Since the first day of the period that was measured; null: there is none before today. */
      change: z.number().nullable(),
    }),
  ),
  /** The backup of `npm run backup`. */
  backup: z.object({
    /** The last backup; null for none. */
    last: z
      .object({
        takenAt: instant,
        place: z.string(),
        size: z.number(),
        isEncrypted: z.boolean(),
        isChecked: z.boolean(),
      })
      .nullable(),
    /** The number of days after which a backup is old; 0: never. */
    warnDays: z.number().int(),
    isOld: z.boolean(),
  }),
  chores: z.array(
    z.object({
      name: z.string(),
      /** Null: it has not run yet. */
      lastAt: instant.nullable(),
      nextAt: instant,
      /** Whether it failed, and waits for its next try. */
      isFailing: z.boolean(),
    }),
  ),
})

const answer = z.object({
  /** Figures of the installation; null for administrators of other workplaces than the default one. */
  installation: installation.nullable(),
  version: z.string(),
  queues: z.array(z.object({ name: z.enum(adminQueues), waiting: count, oldestAt: instant.nullable() })),
  incidents: count,
  /** Users with an open session. */
  signedIn: z.number().int(),
  locked: z.number().int(),
  /** Packages of sources that wait for approval. */
  packages: z.number().int(),
  /** Listeners at which nothing has arrived for longer than usual. */
  silentListeners: z.number().int(),
  /** Newest last; days that were not counted yet are left out. */
  days: z.array(z.object({ day: z.iso.date(), started: z.number().int(), ended: z.number().int() })),
})

export type AdminDashboard = z.output<typeof answer>

export const adminDashboardCalls = defineCalls('adminDashboard', {
  get: defineCall({
    method: 'GET',
    path: '/admin/dashboard',
    summary:
      'Returns the figures of the workplace, and of the installation for administrators of the default workplace.',
    tag: 'Administration',
    audience: ['RoleAdmin'],
    isQuiet: true,
    query: z.object({
      days: z.coerce
        .number()
        .refine((days) => (adminDashboardDays as readonly number[]).includes(days), 'Expected 7, 30 or 90 days.')
        .default(30),
    }),
    answer,
  }),
  diagnostics: defineCall({
    method: 'GET',
    path: '/admin/diagnostics',
    summary:
      'Returns versions, sizes, counts and settings of the installation as a text to save, without secrets and names.',
    tag: 'Administration',
    audience: ['RoleAdmin'],
    answer: z.object({ content: z.string() }),
  }),
})

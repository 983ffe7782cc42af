import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { timeZoneName } from './time-zone.ts'
import { instant } from './values.ts'

/** The cards of a dashboard in their default order. */
export const dashboardCards = ['due', 'finished', 'waiting', 'durations', 'start'] as const

export type DashboardCard = (typeof dashboardCards)[number]

/**
 * The roles for which an administrator can set a default dashboard. Users with several roles get that of the first; all
 * users with a dashboard have the last.
 */
export const dashboardRoles = [
  'RoleAdmin',
  'RoleProcessAdmin',
  'RoleDesign',
  'RoleIntegration',
  'RoleUserAdmin',
  'RoleUser',
] as const

export type DashboardRole = (typeof dashboardRoles)[number]

/** The periods of charts, in days. */
export const dashboardDays = [7, 30, 90] as const

/**
 * The lists whose instances the charts of a dashboard count: instances that the user started, or all that involve the
 * user.
 */
export const dashboardScopes = ['involved', 'started'] as const

export type DashboardScope = (typeof dashboardScopes)[number]

export const dashboardLimits = {
  /** The maximum number of counted instances: the newest running ones, and the last ended ones. */
  instances: 5_000,
  /** The number of processes that a chart shows separately: those with the most instances. */
  processes: 8,
} as const

const audience = ['RoleUser'] as const

/** Up to `listLimits.total`; `isCapped`: there are more. */
const count = z.object({ total: z.number().int(), isCapped: z.boolean() })

export type DashboardCount = z.output<typeof count>

const layout = z.object({
  /** Every card once, in its order. */
  cards: z.array(z.enum(dashboardCards)),
  hidden: z.array(z.enum(dashboardCards)),
})

export type DashboardLayout = z.output<typeof layout>

const arranged = layout.refine(
  ({ cards, hidden }) => new Set(cards).size === cards.length && new Set(hidden).size === hidden.length,
  'Expected each card once.',
)

const ofProcess = z.object({ key: z.string(), name: z.string(), count: z.number().int() })

const dashboard = z.object({
  layout,
  /** Whether the user has changed the layout; otherwise it is the layout of their roles. */
  isOwnLayout: z.boolean(),
  tasks: z.object({
    assigned: count,
    overdue: count,
    /** Tasks due from now to the end of today. */
    today: count,
    /** Tasks due in the six days after today. */
    week: count,
    later: count,
    undated: count,
    unclaimed: count,
    unclaimedOverdue: count,
  }),
  /** Started instances of the scope. At most `dashboardLimits.instances` running and ended ones each are counted. */
  started: z.object({
    running: z.number().int(),
    incidents: z.number().int(),
    /** Instances completed in the period, and in the previous period of the same length. */
    completed: z.number().int(),
    completedBefore: z.number().int(),
    /** The median duration in seconds of the instances that completed in this period; null for none. */
    medianSeconds: z.number().nullable(),
    /** There are others that were not looked at. */
    isPartial: z.boolean(),
  }),
  /** The number of these instances that ended on each day, the first day first. */
  finished: z.array(z.object({ day: z.iso.date(), completed: z.number().int(), cancelled: z.number().int() })),
  /** Durations of the instances completed in the period, by process, the most frequent process first. */
  durations: z.array(ofProcess.extend({ medianSeconds: z.number() })),
  /** Running instances by process, the most frequent process first, with the start of the oldest one. */
  waiting: z.array(ofProcess.extend({ oldest: instant, medianWaitSeconds: z.number().nullable() })),
})

export type Dashboard = z.output<typeof dashboard>

export const dashboardCalls = defineCalls('dashboard', {
  get: defineCall({
    method: 'GET',
    path: '/dashboard',
    summary: 'Returns figures of the tasks and processes of the user.',
    tag: 'Account',
    audience,
    follows: ['tasks', 'instances'],
    query: z.object({
      now: instant,
      /** The ends of today and of the six days after it, for the user. */
      todayEnds: instant,
      weekEnds: instant,
      /** The time zone in which days begin and end. */
      timeZone: timeZoneName.default('UTC'),
      days: z.coerce
        .number<number>()
        .refine((days) => (dashboardDays as readonly number[]).includes(days), 'Expected 7, 30 or 90 days.')
        .default(30),
      /** The instances to count: those that the user started, or all that involve them. */
      scope: z.enum(dashboardScopes).default('involved'),
    }),
    answer: dashboard,
  }),
  /** Stores the layout. Cards that are left out are added at the end. With several windows, the last call wins. */
  arrange: defineCall({
    method: 'PUT',
    path: '/dashboard/layout',
    summary: 'Saves the dashboard layout of the user.',
    tag: 'Account',
    audience,
    scope: 'work',
    touches: ['dashboard'],
    body: arranged,
    answer: 'empty',
  }),
  reset: defineCall({
    method: 'DELETE',
    path: '/dashboard/layout',
    summary: 'Resets the dashboard layout of the user to the layout of their roles.',
    tag: 'Account',
    audience,
    scope: 'work',
    touches: ['dashboard'],
    answer: 'empty',
  }),
  ofRoles: defineCall({
    method: 'GET',
    path: '/dashboard/roles',
    summary: 'Lists the dashboard layouts of the roles.',
    tag: 'Account',
    audience: ['RoleAdmin'],
    answer: z.array(z.object({ role: z.enum(dashboardRoles), isArranged: z.boolean(), layout })),
  }),
  /** Stores the default layout of a role, for users who have not changed theirs. Null: the layout of the product. */
  arrangeForRole: defineCall({
    method: 'PUT',
    path: '/dashboard/roles/{role}',
    summary: 'Saves the dashboard layout of a role.',
    tag: 'Account',
    audience: ['RoleAdmin'],
    scope: 'administer',
    touches: ['dashboard'],
    params: z.object({ role: z.enum(dashboardRoles) }),
    body: z.object({ layout: arranged.nullable() }),
    answer: 'empty',
  }),
})

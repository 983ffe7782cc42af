import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { limits } from './limits.ts'
import { patterns } from './text-patterns.ts'
import { idParams, instant, person } from './values.ts'

/** Limits of absences, in their own file because the first load does not need them. */
export const absenceLimits = {
  /** Absences of one user that are not over. */
  ofOne: 20,
  /** Processes that one can be narrowed to. */
  processes: 50,
  note: 500,
} as const

const process = z.object({ key: z.string(), name: z.string() })

const absence = z.object({
  id: z.string(),
  /** The absent user. */
  person,
  from: instant,
  /** The end of the absence. */
  until: instant,
  /** The substitute; null when the account was deleted. */
  substitute: person.nullable(),
  note: z.string().nullable(),
  /** The processes whose tasks the substitute gets; null: all. */
  processes: z.array(process).nullable(),
})

export type Absence = z.output<typeof absence>

const { regex, message } = patterns.description
const span = {
  from: instant,
  until: instant,
  /** User name. */
  substitute: z.string().trim().min(1).max(limits.username),
  note: z
    .string()
    .trim()
    .max(absenceLimits.note)
    .regex(regex, message)
    .nullable()
    .default(null)
    .transform((text) => text || null),
  processKeys: z
    .array(z.string().trim().min(1).max(limits.processKey))
    .min(1)
    .max(absenceLimits.processes)
    .nullable()
    .default(null),
}

const of = { tag: 'Account', audience: 'signed-in' } as const
const errors = ['thing.not-found', 'absence.over', 'absence.substitute'] as const
/** The calls that a change makes out of date, by the user or by a user administrator. */
const touches = ['absences', 'tasks'] as const

/** Calls for absences and substitutes: the user's own, and those of others for user administrators. */
export const absenceCalls = defineCalls('absences', {
  /**
   * Lists current and future absences, the earliest first: those of the named user, or the caller's own and those in
   * which the caller is the substitute.
   */
  list: defineCall({
    ...of,
    method: 'GET',
    path: '/absences',
    summary: 'Lists the absences of a user, and the users whose substitute they are.',
    query: z.object({ username: z.string().trim().min(1).max(limits.username).optional() }),
    answer: z.object({ own: z.array(absence), standsInFor: z.array(absence) }),
    errors: ['thing.not-found'],
  }),
  /** Finds users who can be substitutes, by name, at most 20. */
  findPeople: defineCall({
    ...of,
    audience: ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin', 'RoleUserAdmin'],
    method: 'GET',
    path: '/absences/people',
    summary: 'Finds users who can be a substitute.',
    query: z.object({ q: z.string().trim().max(100).default('') }),
    answer: z.array(person),
  }),
  /**
   * Creates an absence of the named user, or of the caller. Users cannot be their own substitutes, and the substitute
   * has to be present in that time.
   */
  create: defineCall({
    ...of,
    method: 'POST',
    path: '/absences',
    summary: 'Creates an absence of a user with a substitute.',
    scope: 'administer',
    touches,
    happensOnce: true,
    body: z.object({ ...span, username: z.string().trim().min(1).max(limits.username).nullable().default(null) }),
    answer: z.object({ id: z.string() }),
    errors: [...errors, 'absence.too-many'],
  }),
  change: defineCall({
    ...of,
    method: 'PUT',
    path: '/absences/{id}',
    summary: 'Changes an absence of a user.',
    scope: 'administer',
    touches,
    params: idParams,
    body: z.object(span),
    answer: 'empty',
    errors,
  }),
  /** Ends or deletes an absence. */
  remove: defineCall({
    ...of,
    method: 'DELETE',
    path: '/absences/{id}',
    summary: 'Removes an absence, or ends it.',
    scope: 'administer',
    touches,
    happensOnce: true,
    params: idParams,
    answer: 'empty',
    errors: ['thing.not-found'],
  }),
})

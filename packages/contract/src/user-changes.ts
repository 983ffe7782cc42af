import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { deletedReason } from './disabling.ts'
import { limits } from './limits.ts'
import { roles } from './roles.ts'
import { idParams, instant } from './values.ts'

export const userChangeLimits = {
  /** Users that are selected one by one. */
  ids: 1_000,
  /** Users that a filter can select. */
  users: 100_000,
  /** Rows of one answer. */
  page: 100,
  /** Days that a change is kept with its results. */
  days: 7,
} as const

const ownRoleKeys = z.array(z.string().min(1).max(limits.name)).max(limits.choices).default([])
const given = { roles: z.array(z.enum(roles)).max(roles.length).default([]), ownRoles: ownRoleKeys }
const groups = z.array(z.string().max(64)).min(1).max(limits.choices)

/** Who gets the open tasks of users who are disabled. */
export const handOverTargets = ['nobody', 'groups', 'substitute', 'person'] as const

export type HandOverTarget = (typeof handOverTargets)[number]

/**
 * Who gets the open tasks of a disabled user:
 * - `nobody`: they stay assigned
 * - `groups`: no assignee, so that their candidates can claim them
 * - `substitute`: the substitute of the current or next absence of the user; without one they stay assigned
 * - `person`: the user with this user name
 */
const handOver = z.union([
  z.object({ target: z.literal('person'), username: z.string().min(1).max(limits.username) }),
  z.object({ target: z.enum(['nobody', 'groups', 'substitute']) }),
])

export type TaskHandOver = z.output<typeof handOver>

/** One change for each of several users. */
const userChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('addRoles'), ...given }),
  z.object({ kind: z.literal('removeRoles'), ...given }),
  z.object({ kind: z.literal('joinGroups'), groups }),
  z.object({ kind: z.literal('leaveGroups'), groups }),
  z.object({
    kind: z.literal('disable'),
    reason: deletedReason.shape.deletedReason,
    /** The receiver of the open tasks; undefined: the tasks stay assigned. */
    handOver: handOver.optional(),
  }),
  z.object({ kind: z.literal('restore') }),
])

export type UserChangeOfMany = z.output<typeof userChange>
export type UserChangeKind = UserChangeOfMany['kind']
export const userChangeKinds = ['addRoles', 'removeRoles', 'joinGroups', 'leaveGroups', 'disable', 'restore'] as const

/**
 * The states of a change:
 * - `checking`, `changing`: running
 * - `checked`: the effect on each user is known, and nothing has changed
 * - `done`, `cancelled`: ended
 */
export const userChangeStates = ['checking', 'checked', 'changing', 'done', 'cancelled'] as const

export type UserChangeState = (typeof userChangeStates)[number]

/** The results for a user. `same`: the user already is as the change would leave them. */
export const userChangeResults = ['changed', 'same', 'refused'] as const

export type UserChangeResult = (typeof userChangeResults)[number]

const item = z.object({
  id: z.string(),
  change: userChange,
  state: z.enum(userChangeStates),
  /** The number of users to check, or to change after the check. */
  total: z.number().int(),
  done: z.number().int(),
  counts: z.object({ changed: z.number().int(), same: z.number().int(), refused: z.number().int() }),
  createdAt: instant,
  endedAt: instant.nullable(),
})

export type UserChange = z.output<typeof item>

const row = z.object({
  position: z.number().int(),
  /** The user. */
  id: z.string(),
  name: z.string(),
  username: z.string(),
  result: z.enum(userChangeResults),
  /** Names of roles and groups that the user gets. */
  added: z.array(z.string()),
  /** Names of roles and groups that the user loses. */
  removed: z.array(z.string()),
  /** The code of the reason why the user is skipped; null otherwise. */
  code: z.string().nullable(),
  /** The reason why the user is skipped, or who gets the open tasks of a disabled user. */
  message: z.string().nullable(),
})

export type UserChangeRow = z.output<typeof row>

const keepers = { tag: 'Users', audience: ['RoleUserAdmin'] } as const
const of = { ...keepers, scope: 'administer', touches: ['userChanges'], happensOnce: true } as const
const path = '/usersgroups/user-changes'
const gone = 'thing.not-found'

/**
 * Calls that change many users: ordered, checked by a job, shown, and applied by a job. Each user is changed by
 * themselves, with the permissions that the caller has then. Only the user who ordered a change can see it.
 */
export const userChangeCalls = defineCalls('userChanges', {
  /** Checks a change of users: selected by their ids, or all that the filters of the list find. It changes no user. */
  order: defineCall({
    ...of,
    method: 'POST',
    path,
    summary: 'Selects users, and checks what a change would do to each of them.',
    isLong: true,
    body: z.object({
      change: userChange,
      users: z.union([
        z.object({ ids: z.array(z.string().max(64)).min(1).max(userChangeLimits.ids) }),
        z.object({ query: z.record(z.string().max(100), z.string().max(20_000)) }),
      ]),
    }),
    answer: item,
    errors: ['batch.too-large', 'batch.too-many'],
  }),
  read: defineCall({
    ...keepers,
    method: 'GET',
    path,
    summary: 'Returns a change of several users with its progress and the result for each user.',
    query: z.object({
      /** The id of the change; missing: the last one of the caller. */
      id: z.string().max(64).optional(),
      result: z.enum(userChangeResults).optional(),
      /** Rows behind this position. */
      after: z.coerce.number().int().min(0).default(0),
    }),
    answer: z.object({
      item: item.nullable(),
      rows: z.array(row),
      /** For `after`; null: there are no more. */
      next: z.number().int().nullable(),
    }),
    errors: [gone],
  }),
  /** Changes exactly the users that the check would change. */
  start: defineCall({
    ...of,
    touches: ['userChanges', 'users', 'userAccounts', 'roles', 'ownRoles', 'groups'],
    method: 'POST',
    path: `${path}/{id}/start`,
    summary: 'Applies a checked change of several users.',
    params: idParams,
    answer: item,
    errors: [gone, 'user-change.invalid'],
  }),
  cancel: defineCall({
    ...of,
    method: 'DELETE',
    path: `${path}/{id}`,
    summary: 'Cancels a change of several users. Users who were already changed stay changed.',
    params: idParams,
    answer: item,
    errors: [gone],
  }),
  report: defineCall({
    ...keepers,
    method: 'GET',
    path: `${path}/{id}/report`,
    summary: 'Returns the results of a change of several users as a CSV file.',
    params: idParams,
    answer: 'file',
    isLong: true,
    errors: [gone],
  }),
})

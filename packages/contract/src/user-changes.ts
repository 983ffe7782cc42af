import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { deletedReason } from './disabling.ts'
import { limits } from './limits.ts'
import { roles } from './roles.ts'

export const userChangeLimits = {
  /** Users that one call tries or changes. Pages send more in parts. */
  atOnce: 100,
  /** Users that a filter can select. */
  users: 10_000,
} as const

const ownRoleKeys = z.array(z.string().min(1).max(limits.name)).max(limits.choices).default([])
const given = { roles: z.array(z.enum(roles)).max(roles.length).default([]), ownRoles: ownRoleKeys }
const groups = z.array(z.string().max(64)).min(1).max(limits.choices)

/** One change for each of several users. */
const userChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('addRoles'), ...given }),
  z.object({ kind: z.literal('removeRoles'), ...given }),
  z.object({ kind: z.literal('joinGroups'), groups }),
  z.object({ kind: z.literal('leaveGroups'), groups }),
  z.object({ kind: z.literal('disable'), reason: deletedReason.shape.deletedReason }),
  z.object({ kind: z.literal('restore') }),
])

export type UserChangeOfMany = z.output<typeof userChange>
export type UserChangeKind = UserChangeOfMany['kind']
export const userChangeKinds = ['addRoles', 'removeRoles', 'joinGroups', 'leaveGroups', 'disable', 'restore'] as const

const outcome = z.object({
  id: z.string(),
  /** `same`: the user already is as the change would leave them. */
  result: z.enum(['changed', 'same', 'refused']),
  /** Names of roles and groups that the user gets. */
  added: z.array(z.string()),
  /** Names of roles and groups that the user loses. */
  removed: z.array(z.string()),
  /** Why the user is skipped, by code and sentence. */
  code: z.string().nullable(),
  message: z.string().nullable(),
})

export type UserChangeOutcome = z.output<typeof outcome>

const selectedUser = z.object({ id: z.string(), name: z.string(), username: z.string() })

export type SelectedUser = z.output<typeof selectedUser>

const of = { method: 'POST', tag: 'Users', audience: ['RoleUserAdmin', 'RoleAdmin'] } as const
const body = z.object({
  ids: z.array(z.string().max(64)).min(1).max(userChangeLimits.atOnce),
  change: userChange,
})

/** Calls that change many users. Each user is changed by themselves, with the caller's permissions. */
export const userChangeCalls = defineCalls('userChanges', {
  /** With the filters of the list of users, at most 10,000. */
  select: defineCall({
    ...of,
    audience: ['RoleUserAdmin'],
    path: '/usersgroups/user-changes/selection',
    summary: 'Returns the users that a filter of the list finds.',
    touches: [],
    isLong: true,
    body: z.object({ query: z.record(z.string().max(100), z.string().max(20_000)) }),
    answer: z.object({ users: z.array(selectedUser) }),
    errors: ['batch.too-large'],
  }),
  /** Changes nothing. In the order of the ids. */
  preview: defineCall({
    ...of,
    path: '/usersgroups/user-changes/preview',
    summary: 'Returns what a change would do to each of several users.',
    touches: [],
    isLong: true,
    body,
    answer: z.array(outcome),
  }),
  /** In the order of the ids. A user who cannot be changed does not keep the others from it. */
  apply: defineCall({
    ...of,
    path: '/usersgroups/user-changes',
    summary: 'Changes several users, and returns the result of each.',
    scope: 'administer',
    touches: ['users', 'userAccounts', 'roles', 'ownRoles', 'groups'],
    happensOnce: true,
    isLong: true,
    body,
    answer: z.array(outcome),
  }),
})

import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { limits } from './limits.ts'
import { idParams } from './values.ts'

/** The kinds of objects that contain the name of a user. */
export const erasedKinds = ['instances', 'tasks', 'comments', 'files', 'operations', 'records'] as const

export type ErasedKind = (typeof erasedKinds)[number]

/** The reasons for which a user cannot be erased. */
export const erasureObstacles = ['enabled', 'tasks', 'processes'] as const

export type ErasureObstacle = (typeof erasureObstacles)[number]

const count = z.number().int()

const erasure = z.object({
  username: z.string(),
  /** Places with the name of the user. */
  counts: z.object(Object.fromEntries(erasedKinds.map((kind) => [kind, count])) as Record<ErasedKind, typeof count>),
  /** Empty: the user can be erased. */
  obstacles: z.array(z.object({ kind: z.enum(erasureObstacles), count })),
})

export type UserErasure = z.output<typeof erasure>

const of = { tag: 'Users', audience: ['RoleAdmin'], params: idParams } as const

/** Calls for erasing a user: the account is deleted, and history shows another name. */
export const userErasureCalls = defineCalls('userErasure', {
  count: defineCall({
    ...of,
    method: 'GET',
    path: '/users/{id}/erasure',
    summary: 'Returns in how many places the name of a user would be replaced.',
    isLong: true,
    answer: erasure,
    errors: ['thing.not-found'],
  }),
  /** Erases a user, which cannot be undone. The audit keeps its entries, without the values about the user. */
  erase: defineCall({
    ...of,
    method: 'POST',
    path: '/users/{id}/erase',
    summary: 'Deletes a disabled user, and replaces their name in history.',
    scope: 'administer',
    touches: ['users', 'userAccounts', 'processes', 'tasks', 'roles', 'groups'],
    happensOnce: true,
    isLong: true,
    /** The user name again, as a confirmation. */
    body: z.object({ username: z.string().max(limits.username) }),
    answer: z.object({ pseudonym: z.string(), replaced: count }),
    errors: ['thing.not-found', 'user.not-confirmed', 'user.has-work', 'user.last-administrator'],
  }),
})

import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { limits } from './limits.ts'
import { listCalls } from './list/list-calls.ts'
import { ownRoleFields, ownRoleList, ownRoleRow } from './lists/own-roles.ts'
import { text } from './patterns.ts'
import { permission, permissionKinds, shownPermission } from './permissions.ts'
import { recordCalls } from './record-calls.ts'
import { disablableOf } from './record-fields.ts'
import { readRole } from './roles.ts'

export const ownRoleLimits = {
  /** Lines of one role. */
  permissions: 100,
  /** Own roles of a workplace. */
  roles: 500,
} as const

/** The fields that users enter. */
const fields = ownRoleFields.extend({
  permissions: z
    .array(permission)
    .max(ownRoleLimits.permissions)
    .refine(
      (given) => new Set(given.map(({ kind, thing }) => `${kind} ${thing ?? ''}`)).size === given.length,
      'Expected one line for each thing, but two lines are about the same one. Combine them.',
    )
    .default([]),
})

/** Addresses beside those of own roles. */
const reserved: ReadonlySet<string> = new Set(['new', 'things', 'count', 'export'])

const newOwnRole = fields.extend({
  /** The key by which users and groups have the role. It never changes. */
  key: text('nameWithoutSpaces', limits.formKey).refine(
    (key) => readRole(key) === null && !reserved.has(key) && !z.uuid().safeParse(key).success,
    'Expected a key that no role of the product has. Choose another key.',
  ),
})

const ownRole = disablableOf(ownRoleFields).extend({ key: z.string(), permissions: z.array(shownPermission) })

export type OwnRole = z.output<typeof ownRole>

const of = { path: '/usersgroups/own-roles', tag: 'Roles', audience: ['RoleAdmin'] } as const
const thing = z.object({ thing: z.string(), name: z.string() })

export type PermissionThing = z.output<typeof thing>

/** Calls for own roles of a workplace. `id` is the id or the key of a role. */
export const ownRoleCalls = defineCalls('ownRoles', {
  ...listCalls(ownRoleList, { ...of, summary: 'Lists the roles that the workplace defines.', row: ownRoleRow }),
  ...recordCalls({
    ...of,
    subject: 'ownRoles',
    one: 'an own role',
    fields,
    item: ownRole,
    errors: ['thing.not-found'],
  }),
  create: defineCall({
    tag: of.tag,
    audience: of.audience,
    method: 'POST',
    path: of.path,
    summary: 'Creates an own role.',
    touches: ['ownRoles'],
    happensOnce: true,
    body: newOwnRole,
    answer: ownRole,
    errors: ['thing.name-taken', 'thing.key-taken', 'thing.not-found'],
  }),
  things: defineCall({
    tag: of.tag,
    audience: of.audience,
    method: 'GET',
    path: `${of.path}/things`,
    summary: 'Finds objects of a kind that a permission can be about, such as applications, the first by name.',
    query: z.object({ kind: z.enum(permissionKinds), q: z.string().trim().max(100).default('') }),
    answer: z.array(thing),
  }),
})

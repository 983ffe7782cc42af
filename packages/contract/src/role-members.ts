import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { limits } from './limits.ts'
import { roles } from './roles.ts'
import { patterns } from './text-patterns.ts'
import { person } from './values.ts'

export const roleLimits = {
  /** Members that a search returns. */
  members: 100,
} as const

const role = z.object({
  name: z.enum(roles),
  /** Other names of the role, legacy and dotted, which sign-on providers may use. */
  otherNames: z.array(z.string()),
  description: z.string(),
  /** Users with the role, disabled ones too. Roles that come with groups do not count. */
  memberCount: z.number().int(),
})

export type RoleRow = z.output<typeof role>

const roleDetail = role.extend({
  /** Which values of which claim give the role at single sign-on, from the configuration. Null: none do. */
  signOn: z.object({ claim: z.string(), values: z.array(z.string()) }).nullable(),
})

export type RoleDetail = z.output<typeof roleDetail>

const member = person.extend({ id: z.string(), isDisabled: z.boolean() })

export type RoleMember = z.output<typeof member>

const givingGroup = z.object({ id: z.string(), name: z.string(), isDisabled: z.boolean() })

export type GivingGroup = z.output<typeof givingGroup>

const params = z.object({ roleName: z.string().max(64) })
const of = { tag: 'Roles', audience: ['RoleAdmin'] } as const
const change = { ...of, touches: ['roles', 'users', 'ownRoles'], answer: 'empty', happensOnce: true } as const
const gone = 'thing.not-found'

/** Calls for the roles of the product, and for the users who have them. */
export const roleCalls = defineCalls('roles', {
  list: defineCall({
    ...of,
    method: 'GET',
    path: '/usersgroups/roles',
    summary: 'Lists the roles.',
    answer: z.array(role),
  }),
  get: defineCall({
    ...of,
    method: 'GET',
    path: '/usersgroups/roles/{roleName}',
    summary: 'Returns a role.',
    params,
    answer: roleDetail,
    errors: [gone],
  }),
  describe: defineCall({
    ...change,
    method: 'PUT',
    path: '/usersgroups/roles/{roleName}',
    summary: 'Changes the description of a role.',
    params,
    body: z.object({
      description: z
        .string()
        .trim()
        .max(limits.roleDescription)
        .regex(patterns.description.regex, patterns.description.message),
    }),
    errors: [gone],
  }),
  /** Lists the first 100 members by name, without members by a group. */
  members: defineCall({
    ...of,
    method: 'GET',
    path: '/usersgroups/roles/{roleName}/members',
    summary: 'Finds users who have a role.',
    params,
    query: z.object({ q: z.string().trim().max(100).default('') }),
    answer: z.object({ items: z.array(member), isMore: z.boolean() }),
    errors: [gone],
  }),
  /** Lists the first 100 groups that give the role, by name. They give it to members of their subgroups, too. */
  groups: defineCall({
    ...of,
    method: 'GET',
    path: '/usersgroups/roles/{roleName}/groups',
    summary: 'Lists groups that give a role to their members.',
    params,
    answer: z.object({ items: z.array(givingGroup), isMore: z.boolean() }),
    errors: [gone],
  }),
  /** Finds at most 20 users. */
  findUsers: defineCall({
    ...of,
    method: 'GET',
    path: '/usersgroups/roles/{roleName}/candidates',
    summary: 'Finds users who do not have a role.',
    params,
    query: z.object({ q: z.string().trim().max(100).default('') }),
    answer: z.array(member),
    errors: [gone],
  }),
  addMember: defineCall({
    ...change,
    method: 'PUT',
    path: '/usersgroups/roles/{roleName}/members/{id}',
    summary: 'Adds a role to a user.',
    params: params.extend({ id: z.string().max(64) }),
    errors: [gone, 'thing.exists'],
  }),
  removeMember: defineCall({
    ...change,
    method: 'DELETE',
    path: '/usersgroups/roles/{roleName}/members/{id}',
    summary: 'Removes a role from a user.',
    params: params.extend({ id: z.string().max(64) }),
    errors: [gone, 'user.last-administrator'],
  }),
})

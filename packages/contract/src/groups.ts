import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { limits } from './limits.ts'
import { listCalls } from './list/list-calls.ts'
import { groupList, groupRow } from './lists/groups.ts'
import { text } from './patterns.ts'
import { disabledField, recordCalls, recordFields } from './record-calls.ts'
import { roles } from './roles.ts'
import { patterns } from './text-patterns.ts'
import { idParams as params, person } from './values.ts'

export const groupLimits = {
  /** Levels of groups, the outermost one included. */
  depth: 20,
  /** Members that one answer shows; the search finds the others. */
  members: 100,
  /** Places of each kind that one answer shows. */
  uses: 50,
  /** Roles of the workplace that one group gives. */
  ownRoles: 50,
} as const

/** The fields that users enter. */
const fields = z.object({
  name: text('name', limits.name),
  description: z
    .string()
    .trim()
    .max(limits.description)
    .regex(patterns.description.regex, patterns.description.message)
    .default(''),
  email: z.email().max(limits.email).nullable().default(null),
  /** User name. */
  manager: z.string().trim().min(1).max(limits.username).nullable().default(null),
  /** Id of the parent group: members of this group are members of it, too. */
  parentId: z.string().max(64).nullable().default(null),
  /** Given to each member. */
  roles: z
    .array(z.enum(roles))
    .max(roles.length)
    .default([])
    .transform((given) => [...new Set(given)]),
  /** Keys of roles that the workplace defines, given to each member; left out: they stay as they are. */
  ownRoles: z
    .array(z.string().min(1).max(limits.formKey))
    .max(groupLimits.ownRoles)
    .transform((given) => [...new Set(given)])
    .optional(),
})

const newGroup = fields.extend({
  /** The key by which models refer to the group. It never changes. */
  key: text('nameWithoutSpaces', limits.formKey),
})

const groupName = z.object({ id: z.string(), name: z.string() })

const ownRoleName = z.object({ key: z.string(), name: z.string(), isDisabled: z.boolean() })

const group = z.object({
  ...recordFields,
  ...disabledField,
  key: z.string(),
  name: z.string(),
  /** The type of Camunda's API, which gives it no meaning. */
  type: z.string().nullable(),
  description: z.string(),
  email: z.string().nullable(),
  manager: person.nullable(),
  parent: groupName.nullable(),
  roles: z.array(z.enum(roles)),
  ownRoles: z.array(ownRoleName),
  /** Roles that the group gets from its parent groups, each with that group. */
  inheritedRoles: z.array(z.object({ role: z.enum(roles), from: groupName })),
  children: z.array(groupName),
})

export type Group = z.output<typeof group>

const member = person.extend({
  isEnabled: z.boolean(),
  /** Whether the user is a member of the group itself. */
  isDirect: z.boolean(),
  /** Names of groups below it that the user is a member of. */
  via: z.array(z.string()),
})

export type GroupMember = z.output<typeof member>

const members = z.object({
  items: z.array(member),
  /** Whether more match than are listed. */
  isMore: z.boolean(),
  /** The number of all direct members, including those that do not match the search. */
  direct: z.number().int(),
  total: z.number().int(),
})

export type GroupMembers = z.output<typeof members>

/**
 * - `candidates`: open tasks of a process that the group may claim, with their number
 * - `starters`: a deployed process that the group may start
 * - `category`, `view`: one that is shown to the group
 * - `authorization`: rights on data of processes
 */
const use = z.object({
  kind: z.enum(['candidates', 'starters', 'category', 'view', 'authorization']),
  name: z.string(),
  count: z.number().int().nullable(),
})

export type GroupUse = z.output<typeof use>

const of = { path: '/usersgroups/groups', tag: 'Groups', audience: ['RoleUserAdmin'] } as const
const path = `${of.path}/{id}` as const
const { tag, audience } = of
const change = { tag, audience, touches: ['groups'], happensOnce: true } as const
const errors = ['group.parent-invalid', 'right.missing', 'user.last-administrator'] as const

/** Calls for the groups of a workplace. */
export const groupCalls = defineCalls('groups', {
  ...listCalls(groupList, { ...of, summary: 'Lists the groups.', row: groupRow }),
  ...recordCalls({ ...of, subject: 'groups', one: 'a group', fields, item: group, errors }),
  create: defineCall({
    ...change,
    method: 'POST',
    path: of.path,
    summary: 'Creates a group.',
    body: newGroup,
    answer: group,
    errors: ['thing.name-taken', 'thing.key-taken', 'thing.not-found', ...errors],
  }),
  /** Lists at most 50 own roles, by name. */
  ownRoles: defineCall({
    tag,
    audience,
    method: 'GET',
    path: '/usersgroups/groups/own-roles',
    summary: 'Finds roles of the workplace that a group can give.',
    query: z.object({ q: z.string().trim().max(100).default('') }),
    answer: z.array(z.object({ key: z.string(), name: z.string() })),
  }),
  members: defineCall({
    tag,
    audience,
    method: 'GET',
    path: `${path}/members`,
    summary: 'Lists members of a group and of the groups below it, the first by name.',
    params,
    query: z.object({ q: z.string().trim().max(100).default('') }),
    answer: members,
    errors: ['thing.not-found'],
  }),
  addMember: defineCall({
    ...change,
    method: 'POST',
    path: `${path}/members`,
    summary: 'Adds a user to a group.',
    params,
    body: z.object({ username: z.string().trim().min(1).max(limits.username) }),
    answer: 'empty',
    errors: ['thing.not-found', 'thing.exists', 'thing.disabled', 'right.missing'],
  }),
  removeMember: defineCall({
    ...change,
    method: 'DELETE',
    path: `${path}/members/{username}`,
    summary: 'Removes a user from a group.',
    params: params.extend({ username: z.string().max(limits.username) }),
    answer: 'empty',
    errors: ['thing.not-found', 'right.missing', 'user.last-administrator'],
  }),
  uses: defineCall({
    tag,
    audience,
    method: 'GET',
    path: `${path}/uses`,
    summary: 'Lists where a group is used.',
    params,
    answer: z.array(use),
    errors: ['thing.not-found'],
  }),
})

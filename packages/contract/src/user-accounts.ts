import { z } from 'zod'
import { apiToken, openSession } from './account.ts'
import { defineCall, defineCalls } from './call.ts'
import { deletedReason } from './disabling.ts'
import { limits } from './limits.ts'
import { userRow, userStates } from './lists/users.ts'
import { passwordLinkKinds } from './password-links.ts'
import { plainText, text } from './patterns.ts'
import { emailText } from './profile.ts'
import { disabledField, recordFields } from './record-calls.ts'
import { roles } from './roles.ts'
import { idParams, instant, person } from './values.ts'

/** A group to which users can be added. */
export const groupChoice = z.object({ id: z.string(), key: z.string(), name: z.string() })

export type GroupChoice = z.output<typeof groupChoice>

const heldOwnRole = z.object({ key: z.string(), name: z.string(), isDisabled: z.boolean() })

export type HeldOwnRole = z.output<typeof heldOwnRole>

const ownRoleChoice = z.object({
  key: z.string(),
  name: z.string(),
  description: z.string(),
  /** Whether the caller holds every right of the role, and so can give it. */
  isGivable: z.boolean(),
})

export type OwnRoleChoice = z.output<typeof ownRoleChoice>

/** The account of a user, for user administrators. */
export const userAccount = z.object({
  ...recordFields,
  ...disabledField,
  ...userRow.pick({ name: true, username: true, firstName: true, lastName: true, email: true }).shape,
  state: z.enum(userStates),
  /** The end of the lock of the account; null if it is not locked. */
  lockedUntil: instant.nullable(),
  /** Whether the user has to choose a password of their own at the next sign-in. */
  mustChangePassword: z.boolean(),
  /** Whether the user has a password; false before the first password, and for users with a company account only. */
  hasPassword: z.boolean(),
  /** The directory that the user comes from, and that checks the password. Null: none. */
  directory: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Null: never. */
  lastSignInAt: instant.nullable(),
  manager: person.nullable(),
  /** The roles given to the user directly. */
  roles: z.array(z.enum(roles)),
  /** The roles that the user has only by membership in groups. */
  rolesByGroups: z.array(z.enum(roles)),
  /** Own roles given to the user, by name. */
  ownRoles: z.array(heldOwnRole),
  /** Own roles that the user has only through groups. */
  ownRolesByGroups: z.array(heldOwnRole),
  groups: z.array(groupChoice),
  /** Tasks that are assigned to the user and not completed. */
  openTasks: z.number().int(),
  /** The substitute of the current or next absence for all processes. */
  substitute: person.nullable(),
  sessions: z.number().int(),
  tokens: z.number().int(),
  /** Authenticator apps and passkeys of the user. */
  secondFactors: z.number().int(),
})

export type UserAccount = z.output<typeof userAccount>

const roleList = z.array(z.enum(roles)).max(roles.length)
const revision = z.number().int().optional()

/** Missing fields stay unchanged. */
const accountFields = {
  firstName: plainText(limits.personName).optional(),
  lastName: plainText(limits.personName).optional(),
  email: emailText.optional(),
  /** The user name of the manager; null: no manager. */
  manager: z.string().trim().min(1).max(limits.username).nullable().optional(),
  /** All roles of the user; they replace the current ones. */
  roles: roleList.optional(),
  /** Keys of all own roles of the user; they replace the current ones. */
  ownRoles: z.array(z.string().max(limits.name)).max(limits.choices).optional(),
  /** Ids of all groups of the user; they replace the current memberships. */
  groups: z.array(z.string().max(64)).max(limits.choices).optional(),
}

/** The ways in which `update-roles` changes the roles of a user. */
export const roleChanges = ['replace', 'add', 'remove'] as const

export type RoleChange = (typeof roleChanges)[number]

const keepers = ['RoleUserAdmin'] as const
/** Accounts of administrators are changed by administrators: the operation decides. */
const changers = ['RoleUserAdmin', 'RoleAdmin'] as const
const change = { tag: 'Users', audience: changers, scope: 'administer', happensOnce: true } as const
const read = { method: 'GET', tag: 'Users', audience: keepers } as const
const account = { touches: ['users', 'userAccounts', 'profile'], params: idParams, answer: userAccount } as const
const part = z.object({ id: idParams.shape.id, partId: z.string().max(64) })

/** Calls about one user, by the paths of the specification. */
export const userAccountCalls = defineCalls('userAccounts', {
  /**
   * Creates a user. The password is valid for the first sign-in, at which the user chooses another one. Null: the user
   * signs in elsewhere.
   */
  create: defineCall({
    ...change,
    audience: keepers,
    method: 'POST',
    path: '/users/manage/new-user',
    summary: 'Creates a user, with a first password that they have to change.',
    touches: ['users', 'userAccounts'],
    body: z.object({
      ...accountFields,
      username: text('username', limits.username),
      password: z.string().min(1).max(limits.password).nullable().default(null),
      /** Whether a link is mailed to the user, by which they choose their first password. Needs `email` and no `password`. */
      invite: z.boolean().default(false),
    }),
    answer: userAccount,
    errors: [
      'thing.name-taken',
      'thing.not-found',
      'password.weak',
      'user.own-manager',
      'user.no-email',
      'licence.users',
      'licence.expired',
    ],
  }),
  /**
   * Mails an invitation to a user without a password, otherwise a link to reset it. It gives the sender no access to
   * the account.
   */
  sendPasswordLink: defineCall({
    ...change,
    audience: keepers,
    method: 'POST',
    path: '/users/{id}/password-link',
    summary: 'Mails a user a link by which they choose a password.',
    touches: ['userAccounts'],
    params: idParams,
    answer: z.object({ kind: z.enum(passwordLinkKinds), expiresAt: instant }),
    errors: ['password.elsewhere', 'thing.not-found', 'thing.disabled', 'user.no-email'],
  }),
  get: defineCall({
    ...read,
    path: '/users/{id}',
    summary: 'Returns one user.',
    params: idParams,
    answer: userAccount,
    errors: ['thing.not-found'],
  }),
  save: defineCall({
    ...change,
    ...account,
    method: 'POST',
    path: '/users/{id}',
    summary: 'Changes a user: details, manager, roles and groups.',
    body: z.object({ ...accountFields, revision }),
    errors: [
      ...(['thing.not-found', 'thing.disabled', 'thing.changed', 'user.own-manager'] as const),
      ...(['user.last-administrator', 'user.own-account'] as const),
    ],
  }),
  disable: defineCall({
    ...change,
    ...account,
    method: 'DELETE',
    path: '/users/{id}',
    summary: 'Disables a user, with a reason: sessions and API tokens end.',
    query: deletedReason,
    errors: ['thing.not-found', 'thing.disabled', 'user.last-administrator', 'user.own-account'],
  }),
  restore: defineCall({
    ...change,
    ...account,
    method: 'POST',
    path: '/users/{id}/restore',
    summary: 'Restores a user who is disabled.',
    errors: ['thing.not-found', 'thing.exists'],
  }),
  roles: defineCall({
    ...read,
    path: '/users/{id}/roles',
    summary: 'Returns the roles of a user.',
    params: idParams,
    answer: z.object({ revision: z.number().int(), roles: roleList, rolesByGroups: roleList }),
    errors: ['thing.not-found'],
  }),
  updateRoles: defineCall({
    ...change,
    ...account,
    method: 'POST',
    path: '/users/{id}/update-roles/{change}',
    summary: 'Replaces the roles of a user, adds some or removes some.',
    params: z.object({ id: idParams.shape.id, change: z.enum(roleChanges) }),
    body: z.object({ roles: roleList, revision }),
    errors: ['thing.not-found', 'thing.disabled', 'thing.changed', 'user.last-administrator', 'user.own-account'],
  }),
  /** Lists at most `limits.choices` groups, by name. */
  groupsInUse: defineCall({
    ...read,
    path: '/users/non-deleted-groups',
    summary: 'Returns the groups that users can be put into.',
    answer: z.array(groupChoice),
  }),
  /** Lists own roles by name. */
  ownRolesInUse: defineCall({
    ...read,
    path: '/users/own-roles-in-use',
    summary: 'Returns the own roles that can be given to users.',
    answer: z.array(ownRoleChoice),
  }),
  /**
   * Removes the second factors of a user, and ends the sessions. At the next sign-in, the password is enough, or
   * another factor is set up.
   */
  resetSecondFactors: defineCall({
    ...change,
    method: 'DELETE',
    path: '/users/{id}/second-factors',
    summary: 'Removes all second factors and recovery codes of a user who lost them.',
    touches: ['users', 'userAccounts'],
    params: idParams,
    answer: 'empty',
    errors: ['thing.not-found', 'user.own-account'],
  }),
  /** Lists at most the `sessionLimits.sessionsShown` last used sessions. */
  sessions: defineCall({
    ...read,
    path: '/users/{id}/sessions',
    summary: 'Returns the sessions of a user.',
    params: idParams,
    answer: z.array(openSession),
    errors: ['thing.not-found'],
  }),
  endSessions: defineCall({
    ...change,
    method: 'DELETE',
    path: '/users/{id}/sessions',
    summary: 'Ends all sessions of a user.',
    touches: ['users', 'userAccounts'],
    params: idParams,
    answer: z.object({ ended: z.number().int() }),
    errors: ['thing.not-found', 'user.own-account'],
  }),
  endSession: defineCall({
    ...change,
    method: 'DELETE',
    path: '/users/{id}/sessions/{partId}',
    summary: 'Ends one session of a user.',
    touches: ['users', 'userAccounts'],
    params: part,
    answer: 'empty',
    errors: ['thing.not-found', 'user.own-account'],
  }),
  tokens: defineCall({
    ...read,
    path: '/users/{id}/tokens',
    summary: 'Returns the API tokens of a user.',
    params: idParams,
    answer: z.array(apiToken),
    errors: ['thing.not-found'],
  }),
  revokeToken: defineCall({
    ...change,
    method: 'DELETE',
    path: '/users/{id}/tokens/{partId}',
    summary: 'Revokes an API token of a user. It is rejected immediately.',
    touches: ['users', 'userAccounts'],
    params: part,
    answer: 'empty',
    errors: ['thing.not-found'],
  }),
})

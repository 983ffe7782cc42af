import { z } from 'zod'
import { defineList } from '../list/define-list.ts'
import { roles } from '../roles.ts'
import { instant, person } from '../values.ts'
import { shownVariables } from './variable-columns.ts'

/** The states of a user. `locked`: temporarily, after wrong passwords. */
export const userStates = ['active', 'disabled', 'locked'] as const

export type UserState = (typeof userStates)[number]

export const userRow = z.object({
  id: z.string(),
  /** First and last name; the user name where there is neither. */
  name: z.string(),
  username: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string().nullable(),
  isEnabled: z.boolean(),
  state: z.enum(userStates),
  /** The roles given to the user. Groups can give further roles. */
  roles: z.array(z.enum(roles)),
  /** Names of the own roles given to the user. */
  ownRoles: z.array(z.string()),
  /** Names of the groups. */
  groups: z.array(z.string()),
  /** Null: never. */
  lastSignInAt: instant.nullable(),
  /** The manager of the user, who gets tasks for managers. */
  manager: person.nullable(),
  /** The requested user properties, by key. Missing where none was requested. */
  variables: shownVariables,
})

export type UserRow = z.output<typeof userRow>

/** The list of users. The search covers user name, names and email. */
export const userList = defineList({
  name: 'users.list',
  columns: {
    name: { type: 'text', label: 'users.name', isFixed: true },
    username: { type: 'text', label: 'users.username' },
    firstName: { type: 'text', label: 'users.firstName', isHidden: true },
    lastName: { type: 'text', label: 'users.lastName', isHidden: true },
    email: { type: 'text', label: 'users.email' },
    roles: { type: 'texts', label: 'users.roles' },
    ownRoles: { type: 'texts', label: 'users.ownRoles', isHidden: true },
    groups: { type: 'texts', label: 'users.groups' },
    lastSignIn: { type: 'instant', label: 'users.lastSignIn', value: 'lastSignInAt' },
    state: { type: 'choice', label: 'users.state', labels: 'userState' },
    isEnabled: { type: 'flag', label: 'users.isEnabled', isHidden: true },
    manager: { type: 'person', label: 'users.manager', isHidden: true },
  },
  sorts: ['name', 'username', 'lastSignIn'],
  order: ['username'],
  filters: {
    state: { type: 'choice', label: 'users.state', values: userStates, labels: 'userState', operators: ['is'] },
    role: { type: 'choice', label: 'users.role', values: roles, labels: 'roleName', operators: ['is'] },
    ownRole: { type: 'reference', label: 'users.ownRole', operators: ['is'] },
    group: { type: 'reference', label: 'users.group', operators: ['is'] },
    property: { type: 'variable', label: 'users.property', of: 'userProperty' },
    isNew: { type: 'flag', label: 'users.isNew' },
    isEnabled: { type: 'flag', label: 'users.isEnabled' },
    username: { type: 'text', label: 'users.username', operators: ['is', 'begins'] },
    lastSignIn: { type: 'instant', label: 'users.lastSignIn' },
  },
  views: {
    all: { label: 'users.all', search: {} },
    inUse: { label: 'users.inUse', search: { state: 'active,locked' } },
    disabled: { label: 'users.disabledView', search: { state: 'disabled' } },
    locked: { label: 'users.lockedView', search: { state: 'locked' } },
  },
  search: 'users.search',
  hasVariables: 'userProperty',
})

import { z } from 'zod'
import { limits } from '../limits.ts'
import { defineList } from '../list/define-list.ts'
import { text } from '../patterns.ts'
import { disablableRowOf, fields } from '../record-fields.ts'

/** The fields of an own role that users enter. Each is a column of the table with the same name. */
export const ownRoleFields = z.object({
  name: text('name'),
  description: fields.text(limits.roleDescription),
  /** Whether members who sign in with a password need a second factor. */
  needsSecondFactor: fields.flag(),
})

export type OwnRoleFields = z.output<typeof ownRoleFields>

export const ownRoleRow = disablableRowOf(ownRoleFields).extend({
  key: z.string(),
  /** Users and groups that have it directly. */
  memberCount: z.number().int(),
  groupCount: z.number().int(),
})

export type OwnRoleRow = z.output<typeof ownRoleRow>

/** The list of own roles of a workplace. The search covers names. */
export const ownRoleList = defineList({
  name: 'ownRoles.list',
  columns: {
    name: { type: 'text', label: 'ownRoles.name', isFixed: true },
    key: { type: 'text', label: 'ownRoles.key' },
    description: { type: 'text', label: 'ownRoles.description' },
    memberCount: { type: 'number', label: 'ownRoles.members' },
    groupCount: { type: 'number', label: 'ownRoles.groups' },
    needsSecondFactor: { type: 'flag', label: 'ownRoles.needsSecondFactor', isHidden: true },
    isDisabled: { type: 'flag', label: 'ownRoles.isDisabled' },
    created: { type: 'instant', label: 'ownRoles.created', value: 'createdAt' },
    createdBy: { type: 'person', label: 'ownRoles.createdBy' },
  },
  sorts: ['name', 'created'],
  order: ['name'],
  filters: {
    name: { type: 'text', label: 'ownRoles.name', operators: ['begins', 'is'] },
    created: { type: 'instant', label: 'ownRoles.created' },
    isDisabled: { type: 'flag', label: 'ownRoles.isDisabled' },
  },
  views: {
    all: { label: 'ownRoles.all', search: {} },
    inUse: { label: 'ownRoles.inUse', search: { isDisabled: 'false' } },
    disabled: { label: 'ownRoles.disabled', search: { isDisabled: 'true' } },
  },
  search: 'ownRoles.search',
})

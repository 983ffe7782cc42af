import { z } from 'zod'
import { defineList } from '../list/define-list.ts'
import { instant, person } from '../values.ts'

export const groupRow = z.object({
  id: z.string(),
  name: z.string(),
  key: z.string(),
  description: z.string(),
  email: z.string().nullable(),
  manager: person.nullable(),
  /** Name of the parent group. */
  parent: z.string().nullable(),
  /** Roles that the group itself gives. */
  roles: z.array(z.string()),
  /** Members of its own. */
  memberCount: z.number().int(),
  isDisabled: z.boolean(),
  createdAt: instant,
  createdBy: person.nullable(),
})

export type GroupRow = z.output<typeof groupRow>

/** The list of groups of a workplace. The search covers names, keys and descriptions. */
export const groupList = defineList({
  name: 'groups.list',
  columns: {
    name: { type: 'text', label: 'groups.name', isFixed: true },
    key: { type: 'text', label: 'groups.key' },
    description: { type: 'text', label: 'groups.description', isHidden: true },
    parent: { type: 'text', label: 'groups.parent' },
    manager: { type: 'person', label: 'groups.manager' },
    roles: { type: 'texts', label: 'groups.roles' },
    memberCount: { type: 'number', label: 'groups.memberCount' },
    email: { type: 'text', label: 'groups.email', isHidden: true },
    isDisabled: { type: 'flag', label: 'groups.isDisabled' },
    created: { type: 'instant', label: 'groups.created', value: 'createdAt', isHidden: true },
    createdBy: { type: 'person', label: 'groups.createdBy', isHidden: true },
  },
  sorts: ['name', 'key', 'created'],
  order: ['name'],
  filters: {
    name: { type: 'text', label: 'groups.name', operators: ['begins', 'is'] },
    key: { type: 'text', label: 'groups.key', operators: ['begins', 'is'] },
    hasManager: { type: 'flag', label: 'groups.hasManager' },
    created: { type: 'instant', label: 'groups.created' },
    isDisabled: { type: 'flag', label: 'groups.isDisabled' },
  },
  views: {
    all: { label: 'groups.all', search: {} },
    inUse: { label: 'groups.inUse', search: { isDisabled: 'false' } },
    disabled: { label: 'groups.disabled', search: { isDisabled: 'true' } },
  },
  search: 'groups.search',
})

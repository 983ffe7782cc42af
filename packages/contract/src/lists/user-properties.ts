import { z } from 'zod'
import { defineList } from '../list/define-list.ts'
import { instant, person } from '../values.ts'

/**
 * The type of a property. Values are texts: a date is `2030-01-31`, yes or no is `true` or `false`, a user is a user
 * name, a group is the key of the group.
 */
export const userPropertyTypes = ['text', 'number', 'date', 'boolean', 'choice', 'user', 'group'] as const

export type UserPropertyType = (typeof userPropertyTypes)[number]

export const userPropertyRow = z.object({
  id: z.string(),
  name: z.string(),
  key: z.string(),
  type: z.enum(userPropertyTypes),
  isRequired: z.boolean(),
  isUnique: z.boolean(),
  isDisabled: z.boolean(),
  createdAt: instant,
  createdBy: person.nullable(),
})

export type UserPropertyRow = z.output<typeof userPropertyRow>

/** The list of user properties of a workplace. The search covers names and keys. */
export const userPropertyList = defineList({
  name: 'userProperties.list',
  columns: {
    name: { type: 'text', label: 'userProperties.name', isFixed: true },
    key: { type: 'text', label: 'userProperties.key' },
    type: { type: 'text', label: 'userProperties.type' },
    isRequired: { type: 'flag', label: 'userProperties.isRequired' },
    isUnique: { type: 'flag', label: 'userProperties.isUnique' },
    isDisabled: { type: 'flag', label: 'userProperties.isDisabled' },
    created: { type: 'instant', label: 'userProperties.created', value: 'createdAt' },
    createdBy: { type: 'person', label: 'userProperties.createdBy' },
  },
  sorts: ['name', 'created'],
  order: ['name'],
  filters: {
    name: { type: 'text', label: 'userProperties.name', operators: ['begins', 'is'] },
    created: { type: 'instant', label: 'userProperties.created' },
    isDisabled: { type: 'flag', label: 'userProperties.isDisabled' },
  },
  views: {
    all: { label: 'userProperties.all', search: {} },
    inUse: { label: 'userProperties.inUse', search: { isDisabled: 'false' } },
    disabled: { label: 'userProperties.disabled', search: { isDisabled: 'true' } },
  },
  search: 'userProperties.search',
})

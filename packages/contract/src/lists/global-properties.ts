import { z } from 'zod'
import { defineList } from '../list/define-list.ts'
import { instant, person } from '../values.ts'

/** The types of global properties. A date is a text such as `2030-01-31`. */
export const globalPropertyTypes = ['text', 'number', 'boolean', 'date', 'json'] as const

export type GlobalPropertyType = (typeof globalPropertyTypes)[number]

export const globalPropertyRow = z.object({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  type: z.enum(globalPropertyTypes),
  /** The value as text; null for secret properties. */
  value: z.string().nullable(),
  isSecret: z.boolean(),
  updatedAt: instant,
  updatedBy: person.nullable(),
})

export type GlobalPropertyRow = z.output<typeof globalPropertyRow>

/** The list of global properties, which every process can read. The search covers key and name. */
export const globalPropertyList = defineList({
  name: 'globalProperties.list',
  columns: {
    key: { type: 'text', label: 'globalProperties.key', isFixed: true },
    name: { type: 'text', label: 'globalProperties.name' },
    type: { type: 'text', label: 'globalProperties.type' },
    value: { type: 'text', label: 'globalProperties.value' },
    isSecret: { type: 'flag', label: 'globalProperties.isSecret' },
    updated: { type: 'instant', label: 'globalProperties.updated', value: 'updatedAt' },
    updatedBy: { type: 'person', label: 'globalProperties.updatedBy' },
  },
  sorts: ['key', 'name', 'updated'],
  order: ['key'],
  filters: {
    key: { type: 'text', label: 'globalProperties.key', operators: ['begins', 'is'] },
    updated: { type: 'instant', label: 'globalProperties.updated' },
    isSecret: { type: 'flag', label: 'globalProperties.isSecret' },
  },
  views: {
    all: { label: 'globalProperties.all', search: {} },
    plain: { label: 'globalProperties.plain', search: { isSecret: 'false' } },
    secret: { label: 'globalProperties.secret', search: { isSecret: 'true' } },
  },
  search: 'globalProperties.search',
})

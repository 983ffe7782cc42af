import { z } from 'zod'
import { defineCalls } from './call.ts'
import { hierarchyNodeCalls } from './hierarchy-nodes.ts'
import { limits } from './limits.ts'
import { listCalls } from './list/list-calls.ts'
import { hierarchyList, hierarchyRow } from './lists/hierarchies.ts'
import { text } from './patterns.ts'
import { disabledField, recordCalls, recordFields } from './record-calls.ts'

/** The fields of a hierarchy that users enter. */
export const hierarchyFields = z.object({
  name: text('name'),
  description: text('description', limits.description).or(z.literal('')).default(''),
})

const hierarchy = z.object({
  ...recordFields,
  ...disabledField,
  name: z.string(),
  description: z.string(),
})

export type Hierarchy = z.output<typeof hierarchy>

const of = { path: '/usersgroups/hierarchies', tag: 'Hierarchies', audience: ['RoleUserAdmin'] } as const

/** Calls for the hierarchies of a workplace. */
export const hierarchyCalls = defineCalls('hierarchies', {
  ...listCalls(hierarchyList, { ...of, summary: 'Lists the hierarchies.', row: hierarchyRow }),
  ...recordCalls({ ...of, subject: 'hierarchies', one: 'a hierarchy', fields: hierarchyFields, item: hierarchy }),
  ...hierarchyNodeCalls,
})

import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { definitionRow, instanceRow } from './lists/started-instances.ts'
import { instant } from './values.ts'

export const searchLimits = {
  /** Of each kind: at first, and when more are asked for. */
  size: 6,
  maxSize: 20,
  /** Characters and words of what is typed. */
  text: 100,
  words: 5,
} as const

/** What a search finds of one kind, the best first. `isMore`: there may be others. */
const groupOf = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item), isMore: z.boolean() })

export const foundTask = z.object({
  id: z.string(),
  name: z.string(),
  /** What it is about; null where nothing says so. */
  title: z.string().nullable(),
  /** Name of its process; null for a task that belongs to none. */
  process: z.string().nullable(),
  dueAt: instant.nullable(),
  /** Where the user finds it: in a list of his own, or, because he runs processes, among all. */
  place: z.enum(['assigned', 'unclaimed', 'involved', 'all']),
})

export type FoundTask = z.output<typeof foundTask>

export const foundInstance = z.object({
  id: z.string(),
  title: z.string(),
  process: definitionRow.shape.name,
  state: instanceRow.shape.state,
  startedAt: instant,
})

export type FoundInstance = z.output<typeof foundInstance>

export const foundFile = z.object({
  id: z.string(),
  name: z.string(),
  /** The instance that has it, which the user may see. */
  instanceId: z.string(),
  title: z.string(),
})

export type FoundFile = z.output<typeof foundFile>

export const searchCalls = defineCalls('search', {
  /**
   * By words, each of which has to begin one of the thing's, whatever its case and accents: open tasks, instances that
   * run or have ended, and names of files in them. Nothing, and no number, tells of what the user may not see.
   */
  find: defineCall({
    method: 'GET',
    path: '/search',
    summary: 'Finds tasks, instances and files by words.',
    tag: 'Search',
    audience: ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'],
    query: z.object({
      q: z
        .string()
        .trim()
        .min(1)
        .max(searchLimits.text)
        .regex(/^[^\0]*$/),
      size: z.coerce.number<number>().int().min(1).max(searchLimits.maxSize).default(searchLimits.size),
    }),
    answer: z.object({ tasks: groupOf(foundTask), instances: groupOf(foundInstance), files: groupOf(foundFile) }),
  }),
})

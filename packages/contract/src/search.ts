import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { definitionRow, instanceRow } from './lists/started-instances.ts'
import { instant } from './values.ts'

export const searchLimits = {
  /** The number of results of each kind, at first and for each request for more. */
  size: 6,
  maxSize: 20,
  /** The number of results of one kind on a page. */
  page: 25,
  /** The maximum numbers of characters and words of the search text. */
  text: 100,
  terms: 5,
} as const

const q = z
  .string()
  .trim()
  .min(1)
  .max(searchLimits.text)
  .regex(/^[^\0]*$/)

/** The results of a search of one kind, the best first. `isMore`: there may be others. */
const groupOf = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item), isMore: z.boolean() })

export const foundTask = z.object({
  id: z.string(),
  name: z.string(),
  /** The title; null when the model sets none. */
  title: z.string().nullable(),
  /** Name of its process; null for a task that belongs to none. */
  process: z.string().nullable(),
  dueAt: instant.nullable(),
  /** The page on which the user finds the task: one of their own lists, or the list of all tasks for operators. */
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
  /** The instance that has it, which the user may see; null where a task without a process has it. */
  instanceId: z.string().nullable(),
  /** The task without a process that has it. */
  task: z.object({ id: z.string(), place: z.enum(['involved', 'all']) }).nullable(),
  /** The title of the instance or the task. */
  title: z.string(),
  at: instant,
})

export type FoundFile = z.output<typeof foundFile>

/** The kinds of objects that an id or key can open. */
export const arrivalKinds = [
  'instance',
  'task',
  'job',
  'externalTask',
  'incident',
  'cause',
  'definition',
  'decision',
  'deployment',
] as const

const arrival = z.object({
  kind: z.enum(arrivalKinds),
  /** The id of the object to open: for a decision its deployment, for a process error the cause. */
  id: z.string(),
  /** The id of the instance that it belongs to, where it has one and is opened there. */
  instanceId: z.string().nullable(),
  name: z.string(),
  /** The object to which the result belongs, as a text; null when unknown. */
  about: z.string().nullable(),
  /** Whether the task has ended, so that only its instance exists. */
  isOver: z.boolean(),
})

export type Arrival = z.output<typeof arrival>

const common = {
  method: 'GET',
  tag: 'Search',
  audience: ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'],
} as const

/** One kind alone, page by page. `next` is the mark of the page that comes after it, null on the last one. */
const pageOf = <Path extends `/${string}`, Item extends z.ZodType>(path: Path, what: string, item: Item) =>
  defineCall({
    ...common,
    path,
    summary: `Searches ${what}, page by page.`,
    query: z.object({
      q,
      after: z.string().max(1_000).optional(),
      size: z.coerce.number<number>().int().min(1).max(searchLimits.page).default(searchLimits.page),
    }),
    answer: z.object({ items: z.array(item), next: z.string().nullable() }),
  })

export const searchCalls = defineCalls('search', {
  /**
   * Searches open tasks, running and ended instances, and names of files and attachments. Each term has to begin a word
   * of the object, regardless of case and accents. Objects that the user may not see are neither found nor counted.
   */
  find: defineCall({
    ...common,
    path: '/search',
    summary: 'Searches tasks, instances and files.',
    query: z.object({
      q,
      size: z.coerce.number<number>().int().min(1).max(searchLimits.maxSize).default(searchLimits.size),
    }),
    answer: z.object({ tasks: groupOf(foundTask), instances: groupOf(foundInstance), files: groupOf(foundFile) }),
  }),
  /**
   * Finds an object by the complete id of an instance, task, job, external task, incident, cause, batch of incidents,
   * process, decision or deployment, by the key of a process, or by the business key of a running instance. For users
   * who can see all of them.
   */
  goTo: defineCall({
    ...common,
    audience: ['RoleProcessAdmin', 'RoleAdmin'],
    scope: 'browser',
    path: '/search/go-to',
    summary: 'Finds what has an id or a key.',
    query: z.object({ q }),
    answer: z.object({ items: z.array(arrival) }),
  }),
  /** Sorted by due date, the earliest first. */
  tasks: pageOf('/search/tasks', 'tasks', foundTask),
  /** Sorted by start, the latest first; files likewise. */
  instances: pageOf('/search/instances', 'instances', foundInstance),
  files: pageOf('/search/files', 'files', foundFile),
})

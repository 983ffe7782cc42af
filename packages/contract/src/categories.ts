import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'

/** The category that holds every startable process; the root path leads to it. */
export const homeCategory = 'Home'

/** A category by its unique name. `parent` is null for those directly under Home. */
const category = z.object({ name: z.string(), parent: z.string().nullable() })

/** A node of the category panel. `count` is the number of processes in it and below it that the user may start. */
export interface CategoryNode {
  readonly name: string
  /** `icon:set`; null for none. */
  readonly icon: string | null
  readonly count: number
  readonly children: readonly CategoryNode[]
}

const categoryNode: z.ZodType<CategoryNode> = z
  .object({
    name: z.string(),
    icon: z.string().nullable(),
    count: z.number().int(),
    get children() {
      return z.array(categoryNode)
    },
  })
  // What contains itself needs a name in the OpenAPI description.
  .meta({ id: 'CategoryNode' })

/** A process that can be started: the latest version of its key that is startable and not suspended. */
const startableProcess = z.object({
  definitionId: z.string(),
  key: z.string(),
  /** The model's name, else its key. */
  name: z.string(),
  description: z.string().nullable(),
  version: z.number().int(),
  /** The name of its category; null for processes that are only in Home. */
  category: z.string().nullable(),
  /** `icon:set`, such as `home:tabler`, as an operator chose it, else the model; null where neither did. */
  icon: z.string().nullable(),
  /** Median running time of its completed instances in seconds; null before five have completed. */
  typicalSeconds: z.number().nullable(),
  isFavourite: z.boolean(),
  /** The time at which the user last started the process. */
  lastStartedAt: z.iso.datetime().nullable(),
  /** The number of starts among the newest starts of the user. */
  startCount: z.number().int(),
})

export type StartableProcess = z.output<typeof startableProcess>

const audience = ['RoleUser'] as const
const byName = z.object({ name: z.string().min(1).max(255) })
const byKey = z.object({ key: z.string().min(1).max(255) })

export const categoryCalls = defineCalls('categories', {
  /**
   * Lists categories in the order of the tree, without Home. Designers get all categories, other users the visible
   * ones.
   */
  list: defineCall({
    method: 'GET',
    path: '/categories',
    summary: 'Lists the categories.',
    tag: 'Categories',
    audience: [...audience, 'RoleDesign'],
    answer: z.array(category),
  }),
  /**
   * Returns one node, Home, with the tree below it. Categories that the user cannot see, or without a process that the
   * user can start, are left out.
   */
  menu: defineCall({
    method: 'GET',
    path: '/categories-menu',
    summary: 'The category tree of the right panel, with the number of processes the user may start.',
    tag: 'Categories',
    audience,
    answer: categoryNode,
  }),
  /**
   * Returns the processes of the category and of those below it, by category and name. Home returns all.
   * `thing.not-found` for an unknown category, and for one that the user may not see.
   */
  processes: defineCall({
    method: 'GET',
    path: '/category/{name}/processes',
    summary: 'Lists the processes of a category that the user may start.',
    tag: 'Categories',
    audience,
    params: byName,
    answer: z.array(startableProcess),
    errors: ['thing.not-found'],
  }),
  /** Marks every version of the process for this user. Marking twice is the same as once. */
  addFavourite: defineCall({
    method: 'PUT',
    path: '/category/favourites/{key}',
    summary: 'Marks a process as favourite.',
    tag: 'Categories',
    audience,
    scope: 'work',
    touches: ['categories.processes'],
    params: byKey,
    answer: 'empty',
    errors: ['thing.not-found'],
  }),
  removeFavourite: defineCall({
    method: 'DELETE',
    path: '/category/favourites/{key}',
    summary: 'Removes a process from the favourites.',
    tag: 'Categories',
    audience,
    scope: 'work',
    touches: ['categories.processes'],
    params: byKey,
    answer: 'empty',
  }),
})

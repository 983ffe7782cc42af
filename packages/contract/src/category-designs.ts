import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { iconValue } from './icons.ts'
import { limits } from './limits.ts'
import { text } from './patterns.ts'
import { roles } from './roles.ts'
import { patterns } from './text-patterns.ts'
import { instant, idParams as params, person } from './values.ts'

/** Limits of categories, in their own file because the first load does not need them. */
export const categoryLimits = {
  /** The categories of a workplace. */
  categories: 500,
  /** The maximum number of levels. */
  depth: 6,
  /** The maximum number of groups for one category. */
  groups: 50,
} as const

const audienceOfOne = {
  /** The roles and groups of users who see the category and its content; empty: everybody. */
  roles: z.array(z.enum(roles)).max(roles.length).default([]),
  /** Keys. */
  groups: z.array(z.string().min(1).max(255)).max(categoryLimits.groups).default([]),
}

const details = z.object({
  name: text('name'),
  description: z
    .string()
    .trim()
    .max(limits.description)
    .regex(patterns.description.regex, patterns.description.message)
    .default(''),
  /** `icon:set`. */
  icon: z.string().max(255).regex(iconValue).nullable().default(null),
  ...audienceOfOne,
})

const categoryDesign = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  icon: z.string().nullable(),
  roles: z.array(z.enum(roles)),
  groups: z.array(z.string()),
  /** The id of the parent; null directly below Home. */
  parentId: z.string().nullable(),
  /** Counts changes of name, description, icon, roles and groups; to be sent with the next one. */
  revision: z.number().int(),
  updatedAt: instant,
  updatedBy: person.nullable(),
  /** Applications, and processes that are designed in them, which say that they are in it. */
  designs: z.number().int(),
})

export type CategoryDesign = z.output<typeof categoryDesign>

const sortedProcess = z.object({
  key: z.string(),
  name: z.string(),
  /** The id of the category; null: the process is in Home only. */
  categoryId: z.string().nullable(),
})

export type SortedProcess = z.output<typeof sortedProcess>

const place = z.object({
  /** Null directly under Home. */
  parentId: z.uuid().nullable(),
  /** The id of the next sibling at the new position; null: at the end. */
  before: z.uuid().nullable(),
})

const of = { tag: 'Categories', audience: ['RoleDesign'] } as const
const gone = 'thing.not-found'
const touches = ['categories', 'categoryDesigns'] as const

/** Calls by which designers manage the tree of categories. */
export const categoryDesignCalls = defineCalls('categoryDesigns', {
  /** Lists categories in the order of the tree: each after its parent. */
  get: defineCall({
    ...of,
    method: 'GET',
    path: '/categories/design',
    summary: 'Lists all categories, their deployed processes, and the groups that can see them.',
    answer: z.object({
      categories: z.array(categoryDesign),
      processes: z.array(sortedProcess),
      groups: z.array(z.object({ key: z.string(), name: z.string() })),
    }),
  }),
  create: defineCall({
    ...of,
    method: 'POST',
    path: '/categories',
    summary: 'Creates a category as the last one of its parent.',
    touches,
    happensOnce: true,
    body: details.extend({ parentId: z.uuid().nullable().default(null) }),
    answer: categoryDesign,
    errors: [gone, 'thing.name-taken', 'category.place-invalid', 'category.too-many'],
  }),
  save: defineCall({
    ...of,
    method: 'PUT',
    path: '/categories/{id}',
    summary: 'Changes the details and visibility of a category.',
    touches,
    happensOnce: true,
    params,
    body: details.extend({ revision: z.number().int().optional() }),
    answer: categoryDesign,
    errors: [gone, 'thing.name-taken', 'thing.changed'],
  }),
  move: defineCall({
    ...of,
    method: 'PUT',
    path: '/categories/{id}/place',
    summary: 'Moves a category with its subcategories.',
    touches,
    params,
    body: place,
    answer: 'empty',
    errors: [gone, 'category.place-invalid'],
  }),
  remove: defineCall({
    ...of,
    method: 'DELETE',
    path: '/categories/{id}',
    summary: 'Deletes an empty category.',
    touches,
    happensOnce: true,
    params,
    answer: 'empty',
    errors: [gone, 'category.in-use'],
  }),
  /** Sets the category of all versions of a process. It overrides the model until the next deployment. */
  placeProcess: defineCall({
    ...of,
    method: 'PUT',
    path: '/categories/processes/{key}',
    summary: 'Moves a deployed process into a category, or back to Home.',
    touches,
    params: z.object({ key: z.string().min(1).max(255) }),
    body: z.object({ categoryId: z.uuid().nullable() }),
    answer: 'empty',
    errors: [gone],
  }),
})

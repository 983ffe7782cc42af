import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { limits } from './limits.ts'
import { text } from './patterns.ts'
import { roles } from './roles.ts'
import { instant, idParams as params, person } from './values.ts'

/** Limits of views, in their own file because the first load does not need them. */
export const listViewLimits = {
  /** The maximum number of views of one list that a user owns. */
  own: 50,
  /**
   * The maximum number of views of one list that others have shared with a user and that are found: the first by name.
   */
  shared: 100,
  /** Parameters of its address, and characters of all of them. */
  parameters: 60,
  characters: 8_000,
  /** Columns that it says something about. */
  columns: 100,
} as const

/** Subject and name of a list in `api`: `tasks.assigned`. */
const list = z.string().max(100)

const parameter = z
  .string()
  .max(4_000)
  .regex(/^[^\0]*$/)

/** The part of an address behind the question mark. Where a page begins is none of a view. */
const search = z
  .record(z.string().regex(/^[\w.-]{1,100}$/), parameter)
  .refine(
    (all) =>
      Object.keys(all).length <= listViewLimits.parameters &&
      JSON.stringify(all).length <= listViewLimits.characters &&
      !['after', 'before', 'view', 'changed'].some((name) => Object.hasOwn(all, name)),
    `Expected at most ${listViewLimits.parameters} parameters of a list, ${listViewLimits.characters} characters together, without a place in it.`,
  )

const column = z.string().max(255)
const columnNames = z.array(column).max(listViewLimits.columns)

/** The order of the columns, and which are shown and pinned. Other columns are in the state of the list definition. */
const columns = z.object({
  order: columnNames.optional(),
  shown: z
    .record(column, z.boolean())
    .refine((all) => Object.keys(all).length <= listViewLimits.columns, 'Expected fewer columns.')
    .optional(),
  pinned: columnNames.optional(),
})

/** Who can see a view in addition to its owner. */
const sharing = z.discriminatedUnion('with', [
  z.object({ with: z.literal('nobody') }),
  z.object({ with: z.literal('everybody') }),
  z
    .object({
      with: z.literal('some'),
      roles: z.array(z.enum(roles)).max(roles.length).default([]),
      /** Keys. */
      groups: z.array(z.string().max(255)).max(limits.tags).default([]),
    })
    .refine((some) => some.roles.length + some.groups.length > 0, 'Expected at least one role or group.'),
])

export type ListViewSharing = z.output<typeof sharing>

const content = { name: text('settingValue'), search, columns }

const aliasName = text('settingValue').nullable()

const listView = z.object({
  id: z.string(),
  list: z.string(),
  name: z.string(),
  search: z.record(z.string(), z.string()),
  columns,
  sharing: z.object({
    with: z.enum(['nobody', 'everybody', 'some']),
    roles: z.array(z.enum(roles)),
    groups: z.array(z.string()),
  }),
  /** The owner; null when the account was deleted. */
  owner: person.nullable(),
  isMine: z.boolean(),
  mayChange: z.boolean(),
  /** Counts changes; to be sent with the next one. */
  revision: z.number().int(),
  updatedAt: instant,
  /** The name of the custom view in the menu; null: it is not in the menu. */
  aliasName: z.string().nullable(),
})

export type SavedView = z.output<typeof listView>

const of = { tag: 'List views', audience: 'signed-in' } as const
const change = { ...of, scope: 'browser', touches: ['listViews', 'customViews.list'] } as const
const gone = 'thing.not-found'

/**
 * Calls for saved views of lists, for their user or shared with others. A view shows no rows beyond the user's
 * permissions.
 */
export const listViewCalls = defineCalls('listViews', {
  /**
   * Returns the user’s own views and those that are shared with them, by name. `defaultId` is the view with which the
   * list opens.
   */
  list: defineCall({
    ...of,
    method: 'GET',
    path: '/list-views',
    follows: ['menus'],
    summary: 'Lists the views of a list that the user has access to.',
    query: z.object({ list }),
    answer: z.object({ items: z.array(listView), defaultId: z.string().nullable() }),
    errors: [gone],
  }),
  get: defineCall({
    ...of,
    method: 'GET',
    path: '/list-views/{id}',
    follows: ['menus'],
    summary: 'A view of a list.',
    params,
    answer: listView,
    errors: [gone],
  }),
  /**
   * Returns the groups and roles with which the user can share views. `roles` is empty for users who can only share
   * with their own groups, and not with everyone.
   */
  audiences: defineCall({
    ...of,
    method: 'GET',
    path: '/list-views/audiences',
    summary: 'Lists groups and roles that the user can share a view with.',
    answer: z.object({
      everybody: z.boolean(),
      roles: z.array(z.enum(roles)),
      groups: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  }),
  create: defineCall({
    ...change,
    method: 'POST',
    path: '/list-views',
    summary: 'Saves a view of a list.',
    happensOnce: true,
    body: z.object({ list, ...content, sharing, aliasName: aliasName.default(null) }),
    answer: listView,
    errors: [gone, 'thing.name-taken', 'list-view.too-many', 'list-view.not-in-menu'],
  }),
  /** Changes a view. Missing fields stay unchanged. */
  save: defineCall({
    ...change,
    method: 'PUT',
    path: '/list-views/{id}',
    summary: 'Changes a view of a list: its name, content or visibility.',
    happensOnce: true,
    params,
    body: z.object({
      name: content.name.optional(),
      search: search.optional(),
      columns: columns.optional(),
      sharing: sharing.optional(),
      aliasName: aliasName.optional(),
      revision: z.number().int().optional(),
    }),
    answer: listView,
    errors: [gone, 'thing.name-taken', 'thing.changed', 'list-view.too-many', 'list-view.not-in-menu'],
  }),
  remove: defineCall({
    ...change,
    method: 'DELETE',
    path: '/list-views/{id}',
    summary: 'Deletes a view of a list.',
    happensOnce: true,
    params,
    answer: 'empty',
    errors: [gone],
  }),
  /** Sets the default view of a list. Null: the list opens without a view. */
  setDefault: defineCall({
    ...change,
    method: 'PUT',
    path: '/list-views/default',
    summary: 'Sets the default view of the user for a list.',
    body: z.object({ list, viewId: z.string().max(100).nullable() }),
    answer: 'empty',
    errors: [gone],
  }),
})

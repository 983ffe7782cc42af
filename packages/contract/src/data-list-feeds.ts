import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { limits } from './limits.ts'
import { instant, idParams as params, person } from './values.ts'

export const feedLimits = {
  /** Minutes between two runs. */
  shortest: 1,
  longest: 44_640,
  /** Runs that are kept of one list. */
  runs: 50,
} as const

/**
 * What a feed does with rows of the list that the adapter does not return. `add`: they stay. `replace`: they are
 * removed.
 */
export const feedModes = ['add', 'replace'] as const
/**
 * The outcomes of a feed run. `held`: the run would have removed more rows, or emptied more cells of a column, than
 * permitted, and waits for a confirmation. `previewed`: the run only counted the changes.
 */
export const feedOutcomes = ['changed', 'unchanged', 'previewed', 'held', 'failed'] as const

/** The adapter of a feed and its schedule, as users enter them. */
export const feedFields = z.object({
  /** Key of an adapter that reads, and needs no values. */
  adapter: z.string().trim().min(1).max(limits.formKey),
  mode: z.enum(feedModes).default('add'),
  /** The interval of the schedule in minutes; null: runs are started by hand only. */
  everyMinutes: z.number().int().min(feedLimits.shortest).max(feedLimits.longest).nullable().default(null),
  thresholdPercent: z.number().int().min(0).max(100).default(20),
})

const feedRun = z.object({
  id: z.string(),
  at: instant,
  ms: z.number().int(),
  outcome: z.enum(feedOutcomes),
  rows: z.number().int(),
  added: z.number().int(),
  changed: z.number().int(),
  removed: z.number().int(),
  message: z.string().nullable(),
  /** Null: the schedule. */
  startedBy: person.nullable(),
})

const feed = z.object({
  feed: feedFields
    .extend({
      updatedAt: instant,
      updatedBy: person.nullable(),
      /** Whether the feed was imported, and does not run on its schedule until a user has saved it. */
      needsSetUp: z.boolean(),
    })
    .nullable(),
  /** The newest first. */
  runs: z.array(feedRun),
})

export type FeedFields = z.output<typeof feedFields>
export type DataListFeed = z.output<typeof feed>
export type FeedRun = z.output<typeof feedRun>

const of = { tag: 'Data lists', audience: ['RoleDesign'] } as const
const gone = 'thing.not-found'
const touches = ['dataListFeeds', 'dataLists'] as const

/** Calls for data lists that an adapter feeds. */
export const dataListFeedCalls = defineCalls('dataListFeeds', {
  get: defineCall({
    ...of,
    method: 'GET',
    path: '/data-lists/{id}/feed',
    summary: 'Returns the feed of a data list with its last runs.',
    params,
    answer: feed,
    errors: [gone],
  }),
  save: defineCall({
    ...of,
    method: 'PUT',
    path: '/data-lists/{id}/feed',
    summary: 'Sets the adapter that feeds a data list, and its schedule.',
    touches,
    params,
    body: feedFields,
    answer: feed,
    errors: [gone, 'thing.disabled', 'data-list.invalid'],
  }),
  remove: defineCall({
    ...of,
    method: 'DELETE',
    path: '/data-lists/{id}/feed',
    summary: 'Removes the feed of a data list. Its rows stay.',
    touches,
    params,
    answer: feed,
    errors: [gone, 'thing.disabled'],
  }),
  run: defineCall({
    ...of,
    method: 'POST',
    path: '/data-lists/{id}/feed/run',
    summary: 'Runs the feed of a data list now, or counts what it would change.',
    touches,
    happensOnce: true,
    params,
    body: z.object({
      /** Only counts. */
      isPreview: z.boolean().default(false),
      /** The id of a held run, whose removals the user confirms. */
      confirms: z.uuid().nullable().default(null),
    }),
    answer: feedRun,
    errors: [gone, 'thing.disabled', 'data-list.invalid'],
  }),
})

import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { listCalls } from './list/list-calls.ts'
import { startDraftList, startDraftRow, taskDraftList, taskDraftRow } from './lists/drafts.ts'
import { idParams, instant } from './values.ts'

export const draftLimits = {
  /** The maximum number of drafts of one user, of tasks and start forms together. */
  own: 500,
  /** The maximum number of drafts that one call deletes. */
  atOnce: 100,
  /** The maximum numbers of shown entries of one draft, and of characters of each. */
  entries: 500,
  entryText: 5_000,
} as const

const audience = ['RoleUser'] as const

export const draftCalls = defineCalls('drafts', {
  ...listCalls(taskDraftList, {
    path: '/drafts/tasks',
    summary: 'Lists the drafts of task forms of the user.',
    tag: 'Tasks',
    audience,
    row: taskDraftRow,
  }),
  ...listCalls(startDraftList, {
    path: '/drafts/starts',
    summary: 'Lists the drafts of start forms of the user.',
    tag: 'Processes',
    audience,
    row: startDraftRow,
  }),
  /**
   * Returns a draft for reading and copying, regardless of its form, without secret entries. `thing.not-found` for
   * drafts of others.
   */
  read: defineCall({
    method: 'GET',
    path: '/drafts/{id}',
    summary: 'Returns a draft of the user as text.',
    tag: 'Tasks',
    audience,
    params: idParams,
    answer: z.object({
      id: z.string(),
      name: z.string(),
      savedAt: instant,
      /**
       * The entries in the order of the form. `label` is the label of the field, with the labels of its lists and
       * groups.
       */
      entries: z.array(z.object({ label: z.string(), text: z.string() })),
      /** There is more than is shown. */
      isCut: z.boolean(),
    }),
    errors: ['thing.not-found'],
  }),
  /** Discards drafts. Drafts of other users and deleted ones are ignored. */
  discard: defineCall({
    method: 'POST',
    path: '/drafts/discard',
    summary: 'Deletes drafts of the user.',
    tag: 'Tasks',
    audience,
    scope: 'work',
    touches: ['drafts', 'tasks.counts'],
    body: z.object({ ids: z.array(z.uuid()).min(1).max(draftLimits.atOnce) }),
    answer: z.object({ discarded: z.number().int() }),
  }),
})

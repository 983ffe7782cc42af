import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { formQuery } from './form-data.ts'
import { timeZoneName } from './time-zone.ts'
import { instant } from './values.ts'

/** The token in the link of a mail. */
const params = z.object({ token: z.string().max(120) })
const open = { tag: 'Standalone pages', audience: 'public', isOwnProof: true, params } as const
const errors = [
  'thing.not-found',
  'answer.expired',
  'answer.used',
  'answer.moved-on',
  'answer.not-yours',
  'answer.needs-form',
  'task.suspended',
  'budget.exceeded',
] as const

/** Calls for completing a task by the link in a mail. The link identifies the user, who does not have to sign in. */
export const answerCalls = defineCalls('answers', {
  /** Changes nothing: programs that look through mails open links too. */
  get: defineCall({
    ...open,
    method: 'GET',
    path: '/standalone/external/answers/{token}',
    summary: 'Returns the task that a link in a mail answers, and the possible answers.',
    query: formQuery,
    answer: z.object({
      name: z.string(),
      /** The title; null when the model sets none. */
      title: z.string().nullable(),
      description: z.string().nullable(),
      dueAt: instant.nullable(),
      /** The id of the task, to open it after the sign-in. */
      taskId: z.string(),
      /** The name of the user in whose name the task is answered. */
      person: z.string(),
      expiresAt: instant,
      /** The hash of the form that the answers are of. */
      hash: z.string(),
      /** `label` is null where it is completed and nothing more to be said. */
      outcomes: z.array(z.object({ id: z.string(), label: z.string().nullable() })),
    }),
    errors,
  }),
  answer: defineCall({
    ...open,
    method: 'POST',
    path: '/standalone/external/answers/{token}',
    summary: 'Completes the task with one of its answers.',
    touches: [],
    body: z.object({
      outcome: z.string().max(300),
      hash: z.string().max(100),
      timeZone: timeZoneName.default('UTC'),
    }),
    answer: 'empty',
    errors: [...errors, 'request.too-many', 'form.changed', 'form.invalid', 'process.refused'],
  }),
})

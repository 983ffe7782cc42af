import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { type LiveChange, liveTopics, watchedKinds } from './live-topics.ts'

/** The number of objects that a browser can watch in all its tabs. */
export const watchLimits = { things: 50 } as const

/** The pattern of a watched object: `task:ID` or `instance:ID`. */
export const watchedThing = /^(task|instance):[0-9a-f-]{36}$/

const thing = z.templateLiteral([z.enum(watchedKinds), ':', z.string()])
const liveChange: z.ZodType<LiveChange> = z.union([
  z.enum([...liveTopics, 'everything'] as const).exclude([...watchedKinds]),
  thing,
])

/** The data of an event on the stream, as JSON. */
export const liveMessage = z.object({
  /**
   * The changed topics: `liveTopics`, topics of one object with its id, or `everything` when changes may have been
   * missed.
   */
  changed: z.array(liveChange),
})
export type LiveMessage = z.infer<typeof liveMessage>

export const liveCalls = defineCalls('live', {
  /**
   * Server-sent events. The first comes at once, with what has changed since `Last-Event-ID`, or in the last `ago`
   * milliseconds. A comment comes every twenty seconds. It ends with the session, with the server, or when the rights
   * of the user change; then it is asked for again.
   */
  stream: defineCall({
    method: 'GET',
    path: '/live',
    isQuiet: true,
    summary: 'Streams changes of data that the user can see, while the request is open.',
    tag: 'Tasks',
    audience: 'signed-in',
    scope: 'browser',
    query: z.object({
      /**
       * Watched objects, running or ended, separated by commas. Those that the user may not see, or no longer, are
       * reported once at first, because viewers saw them before.
       */
      watch: z
        .string()
        .max(60 * watchLimits.things)
        .transform((text) => (text === '' ? [] : text.split(',')))
        .pipe(z.array(z.string().regex(watchedThing).pipe(thing)).max(watchLimits.things))
        .optional(),
      ago: z.coerce.number().int().min(0).max(60_000).default(0),
    }),
    answer: 'events',
    errors: ['request.too-many', 'server.busy'],
  }),
})

import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { timeZoneName } from './time-zone.ts'
import { instant, person } from './values.ts'

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'Expected a time of day such as 09:00, up to 24:00.')

/** Working hours of a day in order, none of them overlapping. */
const hoursOfDay = z
  .array(z.tuple([time, time]))
  .max(10)
  .refine((spans) => {
    const times = spans.flat()
    return times.every(
      (one, index) => index === 0 || (index % 2 === 1 ? times[index - 1]! < one : times[index - 1]! <= one),
    )
  }, 'Expected working hours in order, each ending after it begins and before the next.')

/** Working hours. Days as in ISO 8601: 1 is Monday; missing days have no work. */
export const workingTime = z.object({
  zone: timeZoneName,
  hours: z.partialRecord(z.enum(['1', '2', '3', '4', '5', '6', '7']), hoursOfDay),
  /** Days without work: `2030-12-25`. */
  holidays: z.array(z.iso.date()).max(5000).default([]),
})

const calendar = workingTime.extend({ name: z.string(), changedAt: instant, changedBy: person.nullable() })

export type WorkingCalendar = z.output<typeof calendar>

const audience = ['RoleProcessAdmin', 'RoleAdmin'] as const

/** Names that models of Flowable use for calendars of its own. */
const ownNames = /^(duration|dueDate|cycle)$/

export const calendarCalls = defineCalls('calendars', {
  /** Lists all calendars by name; a workplace has at most `limits.calendars`. */
  list: defineCall({
    method: 'GET',
    path: '/processengine/calendars',
    summary: 'Lists the business calendars.',
    tag: 'Process engine',
    audience,
    answer: z.array(calendar),
  }),
  /** Applies to timers and due dates that are set afterwards; existing ones do not change. */
  save: defineCall({
    method: 'PUT',
    path: '/processengine/calendars/{name}',
    summary: 'Saves a business calendar.',
    tag: 'Process engine',
    audience,
    touches: ['calendars'],
    params: z.object({
      name: z
        .string()
        .regex(
          /^[\p{L}\p{N}_][\p{L}\p{N}_. -]{0,99}$/u,
          'Expected a name of letters, digits, spaces, dots, hyphens and underscores, up to 100.',
        )
        .refine((text) => !ownNames.test(text), 'Expected another name: models use this one for something else.'),
    }),
    body: workingTime,
    answer: calendar,
    errors: ['calendar.too-many'],
  }),
  delete: defineCall({
    method: 'DELETE',
    path: '/processengine/calendars/{name}',
    summary: 'Removes a business calendar.',
    tag: 'Process engine',
    audience,
    touches: ['calendars'],
    happensOnce: true,
    params: z.object({ name: z.string().max(255) }),
    answer: 'empty',
    errors: ['thing.not-found'],
  }),
})

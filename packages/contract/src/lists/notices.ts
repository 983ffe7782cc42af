import { z } from 'zod'
import { defineList } from '../list/define-list.ts'
import { instant, person } from '../values.ts'

/**
 * The kinds of notifications:
 * - `assigned`: another user has assigned a task to the user
 * - `dueSoon`, `overdue`: about the user's tasks
 * - `mentioned`: in a comment
 * - `ended`: an instance that the user started has ended, or has stopped with an error
 */
export const noticeKinds = ['assigned', 'dueSoon', 'overdue', 'mentioned', 'ended'] as const

export type NoticeKind = (typeof noticeKinds)[number]

/** The object that a notification opens. */
const noticeThing = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('task'),
    id: z.string(),
    /** The list in which the user finds the task. */
    place: z.enum(['assigned', 'unclaimed', 'involvingme']),
  }),
  z.object({ kind: z.literal('instance'), id: z.string() }),
])

export const noticeRow = z.object({
  id: z.string(),
  kind: z.enum(noticeKinds),
  /** The name of the task, or of the process. */
  name: z.string(),
  /** The title; null when the model sets none. */
  title: z.string().nullable(),
  thing: noticeThing,
  /** The user who caused it; null for the product itself. */
  by: person.nullable(),
  dueAt: instant.nullable(),
  /** The outcome of an instance; `failed`: it has not ended, but stopped with an error. */
  outcome: z.enum(['completed', 'cancelled', 'failed']).nullable(),
  /** The beginning of the comment that mentions the user. */
  text: z.string().nullable(),
  createdAt: instant,
  isRead: z.boolean(),
  /** The reason why the mail could not be sent. */
  mailError: z.string().nullable(),
})

export type NoticeRow = z.output<typeof noticeRow>

/** The list of the user's notifications, newest first, without those about objects that they may no longer see. */
export const noticeList = defineList({
  name: 'notices.list',
  columns: {
    name: { type: 'text', label: 'notices.about', isFixed: true },
    kind: { type: 'choice', label: 'notices.what', labels: 'noticeKind' },
    title: { type: 'text', label: 'tasks.title' },
    by: { type: 'person', label: 'notices.by' },
    created: { type: 'instant', label: 'notices.when', value: 'createdAt' },
    due: { type: 'instant', label: 'notices.due', value: 'dueAt', isHidden: true },
  },
  sorts: ['created'],
  order: ['-created'],
  filters: {
    isRead: { type: 'flag', label: 'notices.isRead' },
    kind: { type: 'choice', label: 'notices.what', values: noticeKinds, labels: 'noticeKind' },
    created: { type: 'instant', label: 'notices.when' },
  },
  views: {
    all: { label: 'notices.all', search: {} },
    unread: { label: 'notices.unread', search: { isRead: 'false' } },
  },
  countTo: 1_000,
})

import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { listCalls } from './list/list-calls.ts'
import { noticeKinds, noticeList, noticeRow } from './lists/notices.ts'
import { timeZoneName } from './time-zone.ts'
import { instant } from './values.ts'

export const noticeLimits = {
  /** The maximum number of notifications that one call marks. */
  atOnce: 100,
  /** The number up to which unread notifications are counted. */
  counted: 100,
  /** Days for which read notifications are kept, and all notifications. */
  readDays: 30,
  days: 90,
  /** The number of notifications in one mail; further ones are only counted. */
  mailed: 50,
  /** The newest of a mail that are looked at for that number; beyond it is “and more”. */
  lookedForMail: 1_000,
  /** Days for which a task can be answered by the link in a mail. */
  answerDays: 7,
} as const

/** The number of hours before the due date from which a task counts as due soon. */
export const dueSoonHours = 24

const kinds = z.array(z.enum(noticeKinds)).max(noticeKinds.length)

const content = {
  /** The kinds of notifications in the product, and by mail. Kinds in neither are not sent. */
  inProduct: kinds,
  byMail: kinds,
  /** Whether each notification is mailed immediately, or all of a day in one mail. */
  rhythm: z.enum(['once', 'daily']),
  /** The hour of the day, in the time zone, at which the daily mail leaves. */
  hour: z.number().int().min(0).max(23),
  timeZone: timeZoneName,
  /** Whether mails have links by which tasks can be answered without signing in. */
  hasAnswers: z.boolean(),
}

export const noticeSettings = z.object(content)

export type NoticeSettings = z.output<typeof noticeSettings>

const of = { tag: 'Notifications', audience: ['RoleUser'] } as const

/** Calls for the notifications of the signed-in user and their settings. */
export const noticeCalls = defineCalls('notices', {
  ...listCalls(noticeList, {
    ...of,
    follows: ['notices', 'tasks'],
    path: '/notices',
    summary: 'Lists the notifications of the user.',
    row: noticeRow,
  }),
  /** Marks notifications as read. Notifications of other users and deleted ones are ignored. */
  mark: defineCall({
    ...of,
    method: 'PUT',
    path: '/notices/read',
    summary: 'Marks notifications as read or unread.',
    scope: 'work',
    touches: ['notices', 'tasks.counts'],
    body: z.object({ ids: z.array(z.uuid()).min(1).max(noticeLimits.atOnce), isRead: z.boolean() }),
    answer: 'empty',
  }),
  /** Marks all notifications as read. `until` is the time of the newest shown one, so that later ones stay unread. */
  markAll: defineCall({
    ...of,
    method: 'PUT',
    path: '/notices/all-read',
    summary: 'Marks all notifications up to a point in time as read.',
    scope: 'work',
    touches: ['notices', 'tasks.counts'],
    body: z.object({ until: instant }),
    answer: 'empty',
  }),
  settings: defineCall({
    ...of,
    method: 'GET',
    path: '/notices/settings',
    summary: 'Returns the notification settings of the user.',
    answer: noticeSettings,
  }),
  saveSettings: defineCall({
    ...of,
    method: 'PUT',
    path: '/notices/settings',
    summary: 'Changes the notification settings of the user.',
    scope: 'browser',
    touches: ['notices.settings'],
    body: noticeSettings,
    answer: noticeSettings,
    errors: ['notice.time-zone'],
  }),
})

import { noticeKinds } from '@millrace/contract/lists/notices'
import type { InstanceState } from '@millrace/engine'
import type { Statement } from '../../platform/db/batch.ts'
import type { NewNotice } from '../notices/new-notices.ts'

export interface NoticeContext {
  readonly workplaceId: string
  /** The user who causes it; null for the product itself. */
  readonly by: string | null
  readonly at: Date
  readonly newId: () => string
}

/**
 * Returns the statements that write the notifications of a step; an empty list when there are none. A single
 * notification, the most frequent case, is sent as values, because PostgreSQL plans that statement once.
 */
export function noticeStatements(
  { workplaceId, by, at, newId }: NoticeContext,
  notices: readonly NewNotice[],
): Statement[] {
  const [first] = notices
  if (first === undefined) return []
  const place = [workplaceId, at.toISOString(), by]
  if (notices.length === 1) {
    const { kind, username, taskId, instanceId, dueAt, outcome } = first
    const values = [...place, newId(), kind, username, taskId, instanceId, dueAt, outcome]
    return [{ name: 'notice_tell_one', text: noticeOfOneText, values }]
  }
  return [
    {
      name: 'notice_tell_many',
      text: noticeOfManyText,
      values: [
        ...place,
        notices.map(newId),
        notices.map(({ kind }) => kind),
        notices.map(({ username }) => username),
        notices.map(({ taskId }) => taskId),
        notices.map(({ instanceId }) => instanceId),
        notices.map(({ dueAt }) => dueAt),
        notices.map(({ outcome }) => outcome),
      ],
    },
  ]
}

/**
 * Returns the statements that close the fault notifications of an instance after all its old incidents are resolved, so
 * that users are notified of the next one. They run after the rows of the step and before its notifications.
 */
export function mendedStatements(workplaceId: string, { rootId, incidents }: InstanceState): Statement[] {
  const { deleted, inserted } = incidents.changes()
  if (deleted.length === 0) return []
  return [
    {
      name: 'notice_mended',
      text: `delete from notice where workplace_id = $1 and instance_id = $2 and outcome = 'failed'
        and not exists (select from incident f where f.workplace_id = $1 and f.root_id = $2 and f.id <> all($3::uuid[]))`,
      values: [workplaceId, rootId, inserted.map(({ id }) => id)],
    },
  ]
}

/**
 * Returns the SQL that writes notifications from `source`, one for each user: `workplace_id, id, kind, username,
 * task_id, instance_id, due_at, outcome, comment_id, told_by`. Users who do not want them, no longer exist or were
 * already notified are left out. Immediate mails get a job in the same statement; those of the daily mail wait for
 * `digestText`. $1 is the workplace, $2 the time. `before` are further queries of the `with`, each followed by a comma;
 * `last` is the result of the statement, if any.
 */
export function noticeSql({
  source,
  before = '',
  last,
}: {
  readonly source: string
  readonly before?: string
  readonly last?: string
}): string {
  return `with ${before}told as (${source}),
    wanted as (
      select t.*, u.id as user_id, t.kind = any(coalesce(s.in_product, ${everything})) as is_shown,
        case when u.email is null or t.kind <> all(coalesce(s.by_mail, '{}')) then null
          when s.is_daily then ${nextHour} else $2::timestamptz end as mail_at, coalesce(s.is_daily, false) as is_daily
      from told t join app_user u on u.workplace_id = $1 and u.username = t.username and u.status <> 'disabled'
      left join notice_setting s on s.workplace_id = $1 and s.user_id = u.id),
    added as (
      insert into notice (workplace_id, id, user_id, kind, task_id, instance_id, comment_id, due_at, outcome, told_by, created_at, is_shown, mail_at, mail_id)
      select workplace_id, id, user_id, kind, task_id, instance_id, comment_id, due_at, outcome, told_by, $2, is_shown, mail_at,
        case when mail_at is not null and not is_daily then id end
      from wanted where is_shown or mail_at is not null on conflict do nothing returning user_id, mail_id, mail_at)${last === undefined ? '' : ','}
    ${last === undefined ? addedJobs : `ordered as (${addedJobs}), people as (${addedPeople}) ${last}`}`
}

const everything = `'{${noticeKinds.join(',')}}'::text[]`

/** When the next daily mail leaves: at an hour of the user's own day, in summer and winter. */
const nextHour = `(select (case when d.at > d.here then d.at else d.at + interval '1 day' end) at time zone s.time_zone
  from (select here, date_trunc('day', here) + make_interval(hours => s.hour) as at
    from (select $2::timestamptz at time zone s.time_zone as here) h) d)`

/** Tries of a mail: with the rests between them they last a day. */
const tries = 10

function mailJobs(source: string): string {
  return `insert into job (workplace_id, id, root_id, element_key, kind, due_at, retries, priority, is_exclusive, is_suspended, created_at)
    select $1, id, id, 'notices', 'mail', due_at, ${tries}, 0, false, false, $2 from (${source}) m`
}

const addedJobs = mailJobs('select mail_id as id, mail_at as due_at from added where mail_id is not null')
const addedPeople = 'select u.username from added a join app_user u on u.workplace_id = $1 and u.id = a.user_id'

/** The final query that returns the usernames of the notified users. */
export const recipientNames = 'select username from people'

/**
 * Returns the statement that orders the daily mails of a workplace that are due: one for each user, with all waiting
 * notifications.
 */
export function digestStatement({ workplaceId, at }: Pick<NoticeContext, 'workplaceId' | 'at'>): Statement {
  return {
    name: 'notice_digest',
    text: `with due as materialized (
        select user_id, uuidv7() as mail_id from (
          select distinct user_id from notice where workplace_id = $1 and mail_at <= $2 and mail_id is null) u),
      taken as (
        update notice n set mail_id = d.mail_id from due d
        where n.workplace_id = $1 and n.user_id = d.user_id and n.mail_at <= $2 and n.mail_id is null returning n.mail_id)
      ${mailJobs('select distinct mail_id as id, $2::timestamptz as due_at from taken')} returning id`,
    values: [workplaceId, at.toISOString()],
  }
}

/** A range of tasks by due date, after a position in that order. */
export interface DueRange extends Pick<NoticeContext, 'workplaceId' | 'at'> {
  readonly kind: 'dueSoon' | 'overdue'
  readonly after: { readonly dueAt: string; readonly id: string }
  readonly until: string
  readonly limit: number
}

/**
 * Returns the statement that notifies assignees of tasks which become due in a range. Overdue tasks are no longer due
 * soon. It returns at least one row: who was notified, how many tasks were checked, and the last of them.
 */
export function notifyDueStatement({ workplaceId, at, kind, after, until, limit }: DueRange): Statement {
  return {
    name: `notice_tell_${kind}`,
    text: noticeSql({
      before: `due as materialized (
        select id, assignee, due_at from task where workplace_id = $1 and assignee is not null and due_at is not null
          and (due_at, id) > ($3::timestamptz, $4::uuid) and due_at <= $5 order by due_at, id limit $6),
        ${kind === 'overdue' ? overtaken : ''}`,
      source: `select $1::uuid as workplace_id, uuidv7() as id, '${kind}' as kind, assignee as username, id as task_id, null::uuid as instance_id,
        due_at, null::text as outcome, null::uuid as comment_id, null::text as told_by from due`,
      last: `select p.username, l.count, l.due_at, l.id from (select count(*) as count, max(due_at) as due_at,
          (select id from due order by due_at desc, id desc limit 1) as id from due) l left join people p on true`,
    }),
    values: [workplaceId, at.toISOString(), after.dueAt, after.id, until, limit],
  }
}

const overtaken = `gone as (delete from notice n using due d where n.workplace_id = $1 and n.task_id = d.id and n.kind = 'dueSoon'),`

/** Put together once: they are sent with many steps. */
const noticeOfOneText = noticeSql({
  source: `select $1::uuid as workplace_id, $4::uuid as id, $5::text as kind, $6::text as username, $7::uuid as task_id,
    $8::uuid as instance_id, $9::timestamptz as due_at, $10::text as outcome, null::uuid as comment_id, $3::text as told_by`,
})
const noticeOfManyText = noticeSql({
  source: `select $1::uuid as workplace_id, t.*, null::uuid as comment_id, $3::text as told_by
    from unnest($4::uuid[], $5::text[], $6::text[], $7::uuid[], $8::uuid[], $9::timestamptz[], $10::text[])
      t (id, kind, username, task_id, instance_id, due_at, outcome)`,
})

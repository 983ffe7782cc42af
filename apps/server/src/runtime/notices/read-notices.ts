import type { NoticeRow } from '@millrace/contract'
import { sql } from 'kysely'
import type { Sql } from '../../platform/list/sql.ts'
import type { People } from '../rights/people.ts'
import { isReader } from '../rights/readers.ts'
import { presentTitle } from '../titles/instance-title.ts'

/** A notification with the current state of its object. */
export interface FoundNotice {
  readonly id: string
  readonly kind: NoticeRow['kind']
  readonly told_by: string | null
  readonly due_at: Date | null
  readonly outcome: NoticeRow['outcome']
  readonly created_at: Date
  readonly read_at: Date | null
  readonly mail_error: string | null
  readonly task_id: string | null
  readonly task_name: string | null
  /** When the task is due now. */
  readonly task_due_at: Date | null
  /** The list in which the user finds the task. */
  readonly task_place: 'assigned' | 'unclaimed' | 'involvingme'
  readonly task_title: string | null
  /** Whether the user can open the task; false if they only see it on the page of its instance. */
  readonly can_open_task: boolean
  readonly instance_id: string | null
  readonly instance_title: string | null
  readonly business_key: string | null
  readonly process_name: string | null
  readonly comment: string | null
}

/** Characters of a comment in its notification. */
const excerpt = 200

// Not `coalesce`, which row-level security takes for something that could tell of rows, and keeps out of an index.
const taskId = sql`case when n.task_id is not null then n.task_id else c.task_id end`
const definitionId = sql`case when i.id is not null then i.definition_id when hi.id is not null then hi.definition_id else t.definition_id end`

/**
 * The SQL joins for the object of a notification `n` of the user `u`. Use them only together with the condition
 * `isVisible`, because they reveal names. Each object is looked up by its key: with plain joins, PostgreSQL may read all
 * tasks for one page.
 */
export const joinedThing: Sql = sql`
  left join lateral (select * from task_comment c where c.workplace_id = n.workplace_id and c.id = n.comment_id limit 1) c on true
  left join lateral (select * from task t where t.workplace_id = n.workplace_id and t.id = ${taskId} limit 1) t on true
  left join lateral (select * from history_task h where t.id is null and h.workplace_id = n.workplace_id and h.id = ${taskId} limit 1) ht on true
  left join lateral (select coalesce(t.instance_id, ht.instance_id, n.instance_id, c.instance_id) as id) at on true
  left join lateral (select * from instance i where i.workplace_id = n.workplace_id and i.id = at.id limit 1) i on true
  left join lateral (select * from history_instance h where i.id is null and h.workplace_id = n.workplace_id and h.id = at.id limit 1) hi on true
  left join lateral (select * from process_definition d where d.workplace_id = n.workplace_id
    and d.id = ${definitionId} limit 1) d on true`

export const noticeColumns: Sql = sql`n.id, n.kind, n.told_by, n.due_at, n.outcome, n.created_at, n.read_at, n.mail_error,
  coalesce(t.id, ht.id) as task_id, coalesce(t.name, t.task_key, ht.name, ht.task_key) as task_name, t.due_at as task_due_at, t.title as task_title,
  case when t.assignee = u.username then 'assigned' when t.id is not null and t.assignee is null then 'unclaimed' else 'involvingme' end as task_place,
  case when n.kind = 'mentioned' then ${isReader({ by: 'task', id: taskId })} else true end as can_open_task,
  at.id as instance_id, coalesce(i.title, hi.title) as instance_title, coalesce(i.business_key, hi.business_key) as business_key,
  coalesce(d.name, d.key) as process_name, left(c.message, ${excerpt}) as comment`

/** Returns a notice as its user reads it. */
export function presentNotice(row: FoundNotice, people: People): NoticeRow {
  const { task_id, instance_id, process_name } = row
  const process = process_name ?? ''
  const isOfTask = task_id !== null
  const title =
    row.task_title ??
    (instance_id === null || process_name === null
      ? null
      : presentTitle({ id: instance_id, title: row.instance_title, businessKey: row.business_key, process }))
  return {
    id: row.id,
    kind: row.kind,
    name: isOfTask ? (row.task_name ?? '') : process,
    title,
    thing:
      isOfTask && row.can_open_task
        ? { kind: 'task', id: task_id, place: row.task_place }
        : { kind: 'instance', id: instance_id ?? '' },
    by: people.find(row.told_by),
    dueAt: row.due_at?.toISOString() ?? null,
    outcome: row.outcome,
    text: row.comment,
    createdAt: row.created_at.toISOString(),
    isRead: row.read_at !== null,
    mailError: row.mail_error,
  }
}

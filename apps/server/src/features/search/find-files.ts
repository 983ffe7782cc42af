import type { FoundFile } from '@millrace/contract'
import { sql } from 'kysely'
import { type Right, reachOf, reachOfToken } from '../../platform/auth/rights.ts'
import type { Person } from '../../platform/auth/user.ts'
import { anyOf, type Sql } from '../../platform/list/sql.ts'
import { dataVisibleInSql, instanceVisibleInSql, reachesInSql } from '../../runtime/rights/instance-rights.ts'
import { isOperator } from '../../runtime/rights/start-rights.ts'
import { defineFinder, inOrder, newestFirst, type SearchRequest } from '../../runtime/search/finder.ts'
import { withWords } from '../../runtime/search/terms.ts'
import { instanceTitle } from '../../runtime/titles/instance-title.ts'

interface FileRow {
  readonly id: string
  readonly name: string
  readonly at: Date
  readonly instance_id: string | null
  readonly task_id: string | null
  readonly is_involved: boolean
  readonly title: string
}

const keys = newestFirst(sql`r.at`)

/**
 * Returns the SQL of files of forms and attachments whose names match all search terms, the newest first. Attachments
 * are found by users who may see their task or instance: an instance includes the attachments of its tasks. For files
 * of forms the rules of `refuseFile` apply, without opening forms.
 */
export function findFiles(user: Person, request: SearchRequest): Sql {
  const { workplaceId, username } = user
  const isFound = (id: Sql, kind: 'file' | 'attachment') =>
    sql`${id} = any(array(${withWords(workplaceId, kind, request)}))`
  // Not `exists`, which a plan may answer by reading the whole table once.
  const isAttached = sql`(select true from task_attachment a where a.workplace_id = f.workplace_id and a.file_id = f.id limit 1)`
  const ofForms = sql`select f.id, f.name, f.uploaded_at as at, f.instance_id, null::uuid as task_id, true as is_involved, r.full_title as title
    from stored_file f cross join lateral (${instanceOf(user, sql`f.instance_id`)}) r
    where f.workplace_id = ${workplaceId} and ${isFound(sql`f.id`, 'file')} and ${isAttached} is null
      and (f.uploaded_by = ${username} or ${dataVisibleInSql(user)})`
  const attached = sql`select a.id, coalesce(a.name, a.url, '') as name, a.created_at as at, a.instance_id, null::uuid, true, i.full_title
    from task_attachment a cross join lateral (${instanceOf(user, sql`a.instance_id`)}) i
    where a.workplace_id = ${workplaceId} and ${isFound(sql`a.id`, 'attachment')} and a.instance_id is not null`
  const ofOwnTasks = sql`select a.id, coalesce(a.name, a.url, ''), a.created_at, null::uuid, a.task_id, t.is_involved, t.title
    from task_attachment a cross join lateral (${ownTaskOf(user)}) t
    where a.workplace_id = ${workplaceId} and ${isFound(sql`a.id`, 'attachment')} and a.instance_id is null`
  return inOrder(sql`${ofForms} union all ${attached} union all ${ofOwnTasks}`, keys, request)
}

/** The instance that has a file, where the user may see it. */
function instanceOf(user: Person, id: Sql): Sql {
  const part = (
    table: string,
  ) => sql`select i.root_id, i.start_user_id, d.key, ${instanceTitle} as full_title from ${sql.table(table)} i
    left join process_definition d on d.workplace_id = i.workplace_id and d.id = i.definition_id
    where i.workplace_id = ${user.workplaceId} and i.id = ${id} and ${instanceVisibleInSql(user)}`
  return sql`${part('instance')} union all ${part('history_instance')} limit 1`
}

/** The task without a process that has an attachment, open or over, where the user may see it: as the policy of tasks has it. */
function ownTaskOf(user: Person): Sql {
  const { workplaceId, username, groups } = user
  const rights: Right[] = ['tasks.read', 'tasks.work', 'tasks.operate']
  const noProcess = sql`null::text`
  const mayAll = isOperator(user)
    ? sql`true`
    : anyOf(rights.map((right) => reachesInSql(reachOf(user, right), noProcess)))
  const isWithin = reachesInSql(reachOfToken(user), noProcess)
  const part = (
    table: string,
    isOwn: Sql,
    isInvolved: Sql,
  ) => sql`select coalesce(t.name, '') as title, coalesce(${isInvolved}, false) as is_involved
    from ${sql.table(table)} t where t.workplace_id = ${workplaceId} and t.id = a.task_id and ${isOwn} and ${isWithin} and (${mayAll} or ${isInvolved})`
  // Of an absence for some processes alone it is none.
  const absent = (user.standsInFor ?? []).filter(({ processKeys }) => processKeys === null)
  const isHeld = sql`t.assignee = any(${[username, ...absent.map((one) => one.username)]}::text[])`
  const open = sql`(${isHeld} or t.owner = ${username} or ${username} = any(t.candidate_users) or t.candidate_groups && ${[...groups]}::text[])`
  const over = sql`(${isHeld} or t.owner = ${username} or t.ended_by = ${username})`
  return sql`${part('task', sql`t.instance_id is null`, open)} union all ${part('history_task', sql`t.instance_id = t.id`, over)} limit 1`
}

/** Finds files by their names. */
export const fileFinder = defineFinder<FileRow, FoundFile>({
  find: findFiles,
  keys,
  textOf: ({ name }) => name,
  present: ({ id, name, at, instance_id, task_id, is_involved, title }) => ({
    id,
    name,
    instanceId: instance_id,
    task: task_id === null ? null : { id: task_id, place: is_involved ? 'involved' : 'all' },
    title,
    at: at.toISOString(),
  }),
})

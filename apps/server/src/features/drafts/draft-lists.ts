import type { StartDraftRow, TaskDraftRow } from '@millrace/contract'
import { startDraftList, taskDraftList } from '@millrace/contract/lists/drafts'
import { sql } from 'kysely'
import { isAnyChoice } from '../../platform/list/ask-list.ts'
import { containsAny } from '../../platform/list/conditions.ts'
import { textKey } from '../../platform/list/keys.ts'
import { type Ask, defineSource, type ListSource } from '../../platform/list/source.ts'
import type { Sql } from '../../platform/list/sql.ts'
import { mayStartInSql } from '../../runtime/rights/start-rights.ts'

interface DraftRow {
  readonly id: string
  readonly subject: string
  readonly name: string
  readonly title: string | null
  readonly process_name: string
  readonly saved_at: Date
  readonly state: string
  readonly startable_id: string | null
}

const keys = {
  saved: { sql: sql`d.saved_at`, type: 'instant' },
  name: textKey(sql`d.name`),
  process: textKey(sql`d.process_name`),
} as const
const id = { sql: sql`d.id`, type: 'id' } as const
const columns = sql`d.id, d.subject, d.name, d.title, d.process_name, d.saved_at, s.state, s.startable_id`
const search = (text: string): Sql => containsAny([sql`d.name`, sql`d.title`, sql`d.process_name`], text)

function whoseIn(kind: 'task' | 'start'): (ask: Ask) => Sql[] {
  return ({ user: { workplaceId, id: userId } }) => [
    sql`d.workplace_id = ${workplaceId}`,
    sql`d.user_id = ${userId}`,
    sql`d.kind = ${kind}`,
  ]
}

/** Each state as a condition, for the filter. */
function isState(states: readonly string[]): Readonly<Record<string, Sql>> {
  return Object.fromEntries(states.map((state) => [state, sql`s.state = ${state}`]))
}

/** The list of drafts of task forms of the user. It shows the outcome of a task, but not its assignee. */
export const taskDrafts: ListSource<typeof taskDraftList, DraftRow, TaskDraftRow> = defineSource({
  list: taskDraftList,
  columns,
  from: ({ user }) => sql`form_draft d cross join lateral (${stateOfTask(user.username)}) s`,
  where: whoseIn('task'),
  keys,
  id,
  filters: {
    state: (filter) => isAnyChoice(filter, isState(taskDraftList.filters.state.values)),
    saved: sql`d.saved_at`,
  },
  search,
  present: (rows) =>
    rows.map((row) => ({
      id: row.id,
      taskId: row.subject,
      name: row.name,
      title: row.title,
      process: row.process_name,
      state: row.state as TaskDraftRow['state'],
      savedAt: row.saved_at.toISOString(),
    })),
})

function stateOfTask(username: string): Sql {
  return sql`select null::uuid as startable_id, coalesce(
    (select case when t.assignee is null then 'released' when t.assignee <> ${username} then 'taken' when t.is_suspended then 'suspended' else 'open' end
      from task t where t.workplace_id = d.workplace_id and t.id = d.subject::uuid),
    (select case when h.reason = 'completed' then 'completed' else 'cancelled' end
      from history_task h where h.workplace_id = d.workplace_id and h.id = d.subject::uuid limit 1),
    'gone') as state`
}

/** The list of drafts of start forms of the user, with the version that they would start now. */
export const startDrafts: ListSource<typeof startDraftList, DraftRow, StartDraftRow> = defineSource({
  list: startDraftList,
  columns,
  from: ({ user }) => sql`form_draft d left join lateral (
      select n.id, n.is_suspended from (select * from process_definition p where p.workplace_id = d.workplace_id and p.key = d.process_key
        and p.tenant_id is not distinct from d.tenant_id order by p.version desc limit 1) n
      where n.is_startable and n.has_none_start and ${mayStartInSql(user, 'n')}) n on true
    cross join lateral (select case when n.id is null then 'gone' when n.is_suspended then 'suspended'
      when n.id is distinct from d.definition_id then 'new-version' else 'open' end as state,
      case when not n.is_suspended then n.id end as startable_id) s`,
  where: whoseIn('start'),
  keys: { saved: keys.saved, name: keys.name },
  id,
  filters: {
    state: (filter) => isAnyChoice(filter, isState(startDraftList.filters.state.values)),
    saved: sql`d.saved_at`,
  },
  search,
  present: (rows) =>
    rows.map((row) => ({
      id: row.id,
      name: row.name,
      definitionId: row.startable_id,
      state: row.state as StartDraftRow['state'],
      savedAt: row.saved_at.toISOString(),
    })),
})

import type { FoundTask } from '@millrace/contract'
import { sql } from 'kysely'
import { reachOfToken } from '../../platform/auth/rights.ts'
import type { Person } from '../../platform/auth/user.ts'
import { allOf, anyOf, type Sql } from '../../platform/list/sql.ts'
import { reachesInSql } from '../../runtime/rights/instance-rights.ts'
import { isOperator } from '../../runtime/rights/start-rights.ts'
import { defineFinder, inOrder, type SearchRequest, soonestFirst } from '../../runtime/search/finder.ts'
import { arrayHasWord, hasWords, withWords, wordsInSql } from '../../runtime/search/terms.ts'
import { instanceTitle } from '../../runtime/titles/instance-title.ts'
import { dueFirst } from './task-listing.ts'
import { claimingReaders, involvedReaders } from './task-readers.ts'

interface FoundRow {
  readonly id: string
  readonly name: string
  readonly title: string | null
  readonly process_name: string | null
  readonly due_at: Date | null
  readonly assignee: string | null
  readonly is_in_place: boolean
  readonly may_claim: boolean
  readonly is_involved: boolean
}

/** How many tasks of the user are looked through word by word: those that are due first. */
const ownWindow = 300
/** How many tasks are looked at whose name begins with what was typed, of each of the user's groups. */
const ofName = 30

const keys = soonestFirst(sql`r.due_at`)

/**
 * Returns the SQL of open tasks that match all search terms by name, title or process, and that the user is involved
 * in. Operators find any task by its instance. Sorted by due date.
 */
export function findTasks(user: Person, request: SearchRequest): Sql {
  const { terms } = request
  const { workplaceId, username, groups } = user
  const isMine = sql`(t.assignee = ${username} or t.owner = ${username})`
  const isCandidate = sql`(${username} = any(t.candidate_users) or t.candidate_groups && ${[...groups]}::text[])`
  const isInPlace = anyOf(
    (user.standsInFor ?? []).map(({ username: absent, processKeys }) =>
      processKeys === null
        ? sql`t.assignee = ${absent}`
        : sql`(t.assignee = ${absent} and d.key = any(${[...processKeys]}::text[]))`,
    ),
  )
  const texts = [sql`t.name`, sql`t.task_key`, sql`t.title`, sql`d.name`]
  const matches = allOf(
    terms.map((word) =>
      anyOf([
        arrayHasWord(sql`own.words`, word),
        hasWords(workplaceId, { kind: 'instance', terms: [word], id: sql`t.instance_id` }),
      ]),
    ),
  )
  const ofInstances = sql`select t.id from task t where t.workplace_id = ${workplaceId}
    and t.root_id = any(array(${withWords(workplaceId, 'instance', request)}))`
  const rows = sql`with candidate as materialized (
      select task_id as id from (${dueFirst(workplaceId, involvedReaders(user), { limit: ownWindow })}) f
      union ${ofInstances}
      union ${byName(user, terms)})
    select t.id, coalesce(t.name, t.task_key, '') as name, coalesce(t.title, case when i.id is not null then ${instanceTitle} end) as title,
      coalesce(d.name, d.key) as process_name, t.due_at, t.assignee, t.assignee is null and ${isCandidate} as may_claim,
      ${isInPlace} as is_in_place, ${isMine} or ${isCandidate} as is_involved
    from task t
      left join instance i on i.workplace_id = t.workplace_id and i.id = t.instance_id
      left join process_definition d on d.workplace_id = t.workplace_id and d.id = t.definition_id
      cross join lateral (select ${wordsInSql(texts)} as words offset 0) own
    where t.workplace_id = ${workplaceId} and t.id = any(array(select id from candidate))
      and ${isOperator(user) ? sql`true` : sql`(${isMine} or ${isInPlace} or ${isCandidate})`} and ${reachesInSql(reachOfToken(user))} and ${matches}`
  return inOrder(rows, keys, request)
}

/** By index: names that begin with the longest word, which is often the first. */
function byName(user: Person, terms: readonly string[]): Sql {
  const [word = ''] = terms
  const readers = claimingReaders(user)
  return sql`select l.task_id from unnest(${[...readers]}::text[]) c cross join lateral (
    select l.task_id from task_listing l where l.workplace_id = ${user.workplaceId} and l.reader = c
      and l.name_key >= ${word} and l.name_key < ${`${word}\u{10FFFF}`} order by l.name_key, l.task_id limit ${ofName}) l`
}

/** Finds open tasks. */
export const taskFinder = defineFinder<FoundRow, FoundTask>({
  find: findTasks,
  keys,
  textOf: ({ name, title }) => `${name} ${title ?? ''}`,
  present: (row, user) => ({
    id: row.id,
    name: row.name,
    title: row.title,
    process: row.process_name,
    dueAt: row.due_at?.toISOString() ?? null,
    place: pageOf(user, row),
  }),
})

function pageOf({ username }: Person, { assignee, is_in_place, may_claim, is_involved }: FoundRow): FoundTask['place'] {
  if (assignee === username || is_in_place) return 'assigned'
  if (may_claim) return 'unclaimed'
  return is_involved ? 'involved' : 'all'
}

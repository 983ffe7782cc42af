import type { AnswerOf, TaskCandidate, taskCalls } from '@millrace/contract'
import { sql } from 'kysely'
import { refuseTask, rightsOf } from '../../operations/tasks/policy.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { containsAny } from '../../platform/list/conditions.ts'
import { runSql } from '../../platform/list/sql.ts'
import { awayNow } from '../../runtime/rights/away.ts'
import { findNamed, fullNameOf } from '../../runtime/rights/people.ts'
import { hasWorkersRole, isWorker, obstacleOf } from '../../runtime/rights/task-workers.ts'
import { getVisibleTask } from './get-task.ts'

type Reach = AnswerOf<typeof taskCalls.reach>

/**
 * Returns the users who could work on an open task, and why others could not. For an ended task, returns its last
 * assignee.
 */
export async function getReach(
  db: Database,
  request: Request,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<Reach | Refusal> {
  const { user } = request
  return db.read(request, async (tx) => {
    const task = await getVisibleTask(tx, user, id)
    const refusal = refuseTask(user, 'see', rightsOf(task))
    if (refusal !== null) return refusal
    const named = [...(task.assignee === null ? [] : [task.assignee]), ...task.candidate_users]
    const [users, groups, [found]] = await Promise.all([
      readUsers(tx, user.workplaceId, { usernames: named, now }),
      readGroups(tx, user.workplaceId, task.candidate_groups),
      runSql<Pick<Reach, 'obstacle'>>(
        tx,
        sql`select ${obstacleOf} as obstacle from task t where t.workplace_id = ${user.workplaceId} and t.id = ${task.id}`,
      ),
    ])
    const assignee = task.assignee === null ? null : presentUser(task.assignee, users.get(task.assignee))
    if (task.ended_at !== null) return { obstacle: null, assignee, candidates: [] }
    const candidates = [
      ...task.candidate_groups.map((key) => presentGroup(key, groups.get(key))),
      ...task.candidate_users.map((username) => presentUser(username, users.get(username))),
    ]
    return { obstacle: found?.obstacle ?? null, assignee, candidates }
  })
}

/** Finds users who may work on tasks, and groups, by name or key. */
export async function findCandidates(
  db: Database,
  request: Request,
  { q, now }: { readonly q: string; readonly now: Date },
): Promise<TaskCandidate[]> {
  const { workplaceId } = request
  return db.read(request, async (tx) => {
    const isNamed = await findNamed(tx, workplaceId, q)
    const findGroups = runSql<GroupRow>(
      tx,
      sql`select g.key, g.name, ${members} as members, ${ableMembers} as able from user_group g
        where g.workplace_id = ${workplaceId} and not g.is_disabled and ${containsAny([sql`g.name`, sql`g.key`], q)} order by lower(g.name), g.key limit ${most}`,
    )
    const findUsers = runSql<UserRow>(
      tx,
      sql`select u.username, ${fullName} as name, u.status, ${hasWorkersRole()} as "hasRole", ${awayNow(now)} as away from app_user u
        where u.workplace_id = ${workplaceId} and ${isWorker} and ${isNamed}
        order by u.username_key limit ${most}`,
    )
    const [groups, users] = await Promise.all([findGroups, findUsers])
    return [...groups.map((row) => presentGroup(row.key, row)), ...users.map((row) => presentUser(row.username, row))]
  })
}

/** The maximum number of results of each kind. */
const most = 20

interface UserRow {
  readonly username: string
  readonly name: string
  readonly status: string
  readonly hasRole: boolean
  readonly away: TaskCandidate['away']
}

interface GroupRow {
  readonly key: string
  readonly name: string
  readonly members: number
  /** Members who can work on tasks. */
  readonly able: number
}

const fullName = fullNameOf('u')
const ofGroup = sql`from group_membership m join app_user u on u.workplace_id = m.workplace_id and u.id = m.user_id
  where m.workplace_id = g.workplace_id and m.group_id = g.id`
const members = sql`(select count(distinct u.id)::int ${ofGroup})`
const ableMembers = sql`(select count(distinct u.id)::int ${ofGroup} and ${isWorker})`

async function readUsers(
  tx: Tx,
  workplaceId: string,
  { usernames, now }: { readonly usernames: readonly string[]; readonly now: Date },
): Promise<Map<string, UserRow>> {
  if (usernames.length === 0) return new Map()
  const rows = await runSql<UserRow>(
    tx,
    sql`select u.username, ${fullName} as name, u.status, ${hasWorkersRole()} as "hasRole", ${awayNow(now)} as away from app_user u
      where u.workplace_id = ${workplaceId} and u.username = any(${[...usernames]}::text[])`,
  )
  return new Map(rows.map((row) => [row.username, row]))
}

async function readGroups(tx: Tx, workplaceId: string, keys: readonly string[]): Promise<Map<string, GroupRow>> {
  if (keys.length === 0) return new Map()
  const rows = await runSql<GroupRow>(
    tx,
    sql`select g.key, g.name, ${members} as members, ${ableMembers} as able from user_group g
      where g.workplace_id = ${workplaceId} and g.key = any(${[...keys]}::text[])`,
  )
  return new Map(rows.map((row) => [row.key, row]))
}

function presentUser(username: string, known: UserRow | undefined): TaskCandidate {
  const { away = null } = known ?? {}
  return { kind: 'user', key: username, name: known?.name || username, state: stateOfUser(known), away }
}

function stateOfUser(user: UserRow | undefined): TaskCandidate['state'] {
  if (user === undefined) return 'unknown'
  if (user.status === 'disabled') return 'disabled'
  return user.hasRole ? 'fine' : 'roleless'
}

function presentGroup(key: string, known: GroupRow | undefined): TaskCandidate {
  return { kind: 'group', key, name: known?.name ?? key, state: stateOfGroup(known), away: null }
}

function stateOfGroup(group: GroupRow | undefined): TaskCandidate['state'] {
  if (group === undefined) return 'unknown'
  if (group.members === 0) return 'empty'
  return group.able > 0 ? 'fine' : 'roleless'
}

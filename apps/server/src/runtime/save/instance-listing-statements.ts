import type { InstanceState, ProcessInstance, Task } from '@millrace/engine'
import type { Statement } from '../../platform/db/batch.ts'
import type { EndedInstance, EndedTask } from '../history/history-rows.ts'

interface Listing {
  readonly workplaceId: string
  readonly state: InstanceState
  /** Who does it. */
  readonly userId: string | null
  readonly ended: { readonly instances: readonly EndedInstance[]; readonly tasks: readonly EndedTask[] }
}

/**
 * In whose lists instances stand, as the view `instance_reader` says once all else is written, history too. An instance
 * that nobody is involved in, and a step that changes nothing of what lists show, costs nothing.
 */
export function instanceListingStatements(listing: Listing): Statement[] {
  const { workplaceId, state, ended } = listing
  const instances = state.instances.changes()
  const isOver = new Set(ended.instances.map(({ instance }) => instance.id))
  const pairs = listReaders(listing)
  const running = pairs.filter(({ instanceId }) => !isOver.has(instanceId))
  const over = pairs.filter(({ instanceId }) => isOver.has(instanceId))
  const renamed = instances.updated.filter(
    (instance) => nameOf(instance) !== nameOf(state.instances.before(instance.id)),
  )
  const gone = listGone(listing)
  return [
    ...(gone.length === 0 ? [] : [dropStatement(workplaceId, state.rootId, gone)]),
    ...(running.length === 0 ? [] : [insertStatement(workplaceId, running, 'instance')]),
    ...(renamed.length === 0
      ? []
      : [
          renameStatement(
            workplaceId,
            renamed.map(({ id }) => id),
          ),
        ]),
    ...(ended.instances.length === 0 ? [] : [endStatement(workplaceId, ended.instances)]),
    ...(over.length === 0 ? [] : [insertStatement(workplaceId, over, 'history_instance')]),
  ]
}

interface Reader {
  readonly instanceId: string
  readonly reader: string
}

/** Who may be involved since this run and was not before, each once. Whoever was is there already, which does no harm. */
function listReaders({ state, userId, ended }: Listing): Reader[] {
  const found = new Map<string, Reader>()
  const add = (instanceId: string, reader: string) => found.set(`${instanceId} ${reader}`, { instanceId, reader })
  const begun = [
    ...state.instances.changes().inserted,
    ...ended.instances.map(({ instance }) => instance).filter(({ id }) => state.instances.before(id) == null),
  ]
  for (const { id, startUserId, callerInstanceId } of begun)
    if (startUserId !== null && callerInstanceId === null) add(id, `s:${startUserId}`)
  const { inserted, updated } = state.tasks.changes()
  for (const task of [...inserted, ...updated]) {
    const before = new Set(readersOf(state.tasks.before(task.id)))
    for (const reader of readersOf(task)) if (!before.has(reader)) add(task.instanceId, reader)
  }
  for (const { task } of ended.tasks) {
    const before = new Set(readersOf(state.tasks.before(task.id)))
    const had = [
      ...readersOf(task).filter((reader) => reader.startsWith('t:')),
      ...(userId === null ? [] : [`t:${userId}`]),
    ]
    for (const reader of had) if (!before.has(reader)) add(task.instanceId, reader)
  }
  return [...found.values()]
}

function readersOf(task: Task | null | undefined): string[] {
  if (task == null) return []
  const { assignee, owner, candidateUsers, candidateGroups } = task
  return [
    ...[assignee, owner].flatMap((name) => (name === null ? [] : [`t:${name}`])),
    ...candidateUsers.map((name) => `c:${name}`),
    ...candidateGroups.map((key) => `g:${key}`),
  ]
}

/** Who is named no more by a task that is over or has changed: he is involved by something else or not at all. */
function listGone({ state, ended }: Listing): Reader[] {
  const last = new Map(ended.tasks.map(({ task }) => [task.id, task]))
  const { updated, deleted } = state.tasks.changes()
  const found = new Map<string, Reader>()
  for (const { id } of [...updated, ...deleted]) {
    const before = state.tasks.before(id)
    if (before == null) continue
    const { instanceId } = before
    const now = new Set(readersOf(state.tasks.get(id)))
    const kept = readersOf(last.get(id)).filter((reader) => reader.startsWith('t:'))
    for (const reader of readersOf(before))
      if (!now.has(reader) && !kept.includes(reader)) found.set(`${instanceId} ${reader}`, { instanceId, reader })
  }
  return [...found.values()]
}

/** All that lists show of an instance and a step can change while it runs. */
function nameOf(instance: ProcessInstance | null | undefined): string {
  return JSON.stringify([instance?.title, instance?.businessKey])
}

function insertStatement(
  workplaceId: string,
  readers: readonly Reader[],
  table: 'instance' | 'history_instance',
): Statement {
  return {
    name: `instance_listing_insert_${table}`,
    text: `insert into instance_listing (workplace_id, ${columns})
      select i.workplace_id, ${columns} from unnest($2::uuid[], $3::text[]) r (id, reader)
      join instance_listed i on i.workplace_id = $1 and i.instance_id = any($2::uuid[]) and i.instance_id = r.id and i.ended_at ${table === 'instance' ? "= 'infinity'" : "< 'infinity'"}
      on conflict do nothing`,
    values: [workplaceId, readers.map(({ instanceId }) => instanceId), readers.map(({ reader }) => reader)],
  }
}

const columns =
  'reader, started_at, instance_id, ended_at, is_cancelled, definition_id, process_key, process_name, title_key, business_key'

function dropStatement(workplaceId: string, rootId: string, readers: readonly Reader[]): Statement {
  return {
    name: 'instance_listing_drop',
    text: `delete from instance_listing l using unnest($2::uuid[], $3::text[]) r (id, reader)
      where l.workplace_id = $1 and l.instance_id = any($2::uuid[]) and l.instance_id = r.id and l.reader = r.reader
        and not exists (select from instance_reader o where o.workplace_id = $1 and o.root_id = $4 and o.instance_id = any($2::uuid[])
          and o.instance_id = r.id and o.reader = r.reader)`,
    values: [workplaceId, readers.map(({ instanceId }) => instanceId), readers.map(({ reader }) => reader), rootId],
  }
}

function renameStatement(workplaceId: string, ids: readonly string[]): Statement {
  return {
    name: 'instance_listing_rename',
    text: `update instance_listing l set title_key = i.title_key, business_key = i.business_key from instance_listed i
      where l.workplace_id = $1 and l.instance_id = any($2::uuid[]) and i.workplace_id = $1 and i.instance_id = any($2::uuid[]) and i.instance_id = l.instance_id and i.ended_at = 'infinity'`,
    values: [workplaceId, ids],
  }
}

function endStatement(workplaceId: string, ended: readonly EndedInstance[]): Statement {
  return {
    name: 'instance_listing_end',
    text: `update instance_listing l set ended_at = e.at, is_cancelled = e.outcome = 'deleted'
      from unnest($2::uuid[], $3::timestamptz[], $4::text[]) e (id, at, outcome)
      where l.workplace_id = $1 and l.instance_id = any($2::uuid[]) and l.instance_id = e.id`,
    values: [
      workplaceId,
      ended.map(({ instance }) => instance.id),
      ended.map(({ endedAt }) => endedAt),
      ended.map(({ outcome }) => outcome),
    ],
  }
}

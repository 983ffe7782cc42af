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
  const found = listReaders(listing)
  const renamed = state.instances
    .changes()
    .updated.filter((instance) => nameOf(instance) !== nameOf(state.instances.before(instance.id)))
  const gone = listGone(listing)
  return [
    ...(gone.length === 0 ? [] : [dropStatement(workplaceId, state.rootId, gone)]),
    ...(renamed.length === 0
      ? []
      : [
          renameStatement(
            workplaceId,
            renamed.map(({ id }) => id),
          ),
        ]),
    ...(ended.instances.length === 0 ? [] : [endStatement(workplaceId, ended.instances)]),
    ...(found.length === 0 ? [] : [insertStatement(listing, found)]),
  ]
}

interface Reader {
  readonly instanceId: string
  readonly reader: string
}

/**
 * Who may be involved since this run and was not before, each once. Whoever was is there already, which does no harm; and
 * who started it is there by that, whatever tasks he has.
 */
function listReaders(listing: Listing): Reader[] {
  const { state, userId, ended } = listing
  const instanceOf = instanceLookup(listing)
  const found = new Map<string, Reader>()
  const add = (instanceId: string, reader: string) => found.set(`${instanceId} ${reader}`, { instanceId, reader })
  const begun = [
    ...state.instances.changes().inserted,
    ...ended.instances.map(({ instance }) => instance).filter(({ id }) => state.instances.before(id) == null),
  ]
  for (const instance of begun) {
    const starter = starterOf(instance)
    if (starter !== null) add(instance.id, `s:${starter}`)
  }
  const addAll = (task: Task, readers: readonly string[]) => {
    const before = readersOf(state.tasks.before(task.id))
    const starter = starterOf(instanceOf(task.instanceId))
    for (const reader of readers)
      if (!before.includes(reader) && (starter === null || reader !== `t:${starter}`)) add(task.instanceId, reader)
  }
  const { inserted, updated } = state.tasks.changes()
  for (const task of [...inserted, ...updated]) addAll(task, readersOf(task))
  for (const { task } of ended.tasks) {
    const had = readersOf(task).filter((reader) => reader.startsWith('t:'))
    addAll(task, userId === null ? had : [...had, `t:${userId}`])
  }
  return [...found.values()]
}

/** Who finds it among those that he started: of an instance that another called it is nobody. */
function starterOf({ startUserId, callerInstanceId }: ProcessInstance): string | null {
  return callerInstanceId === null ? startUserId : null
}

/** An instance that a step has to do with, as it is or was at last. */
function instanceLookup({ state, ended }: Listing): (id: string) => ProcessInstance {
  const over = new Map(ended.instances.map(({ instance }) => [instance.id, instance]))
  return (id) => {
    const instance = over.get(id) ?? state.instances.get(id) ?? state.instances.before(id)
    if (instance == null) throw new Error(`Expected the instance of each task to be loaded, but ${id} is not.`)
    return instance
  }
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

/** As the view `instance_listed` has them, from what is known of them here: a step asks nothing for it but the process's name. */
function insertStatement(listing: Listing, readers: readonly Reader[]): Statement {
  const { workplaceId, ended } = listing
  const over = new Map(ended.instances.map((end) => [end.instance.id, end]))
  const instanceOf = instanceLookup(listing)
  const rows = readers.map(({ instanceId, reader }) => {
    const end = over.get(instanceId)
    const isCancelled = end?.outcome === 'deleted'
    return { instance: instanceOf(instanceId), reader, endedAt: end?.endedAt ?? 'infinity', isCancelled }
  })
  return {
    name: 'instance_listing_insert',
    text: `insert into instance_listing (workplace_id, reader, started_at, instance_id, ended_at, is_cancelled, definition_id, process_key, process_name, title_key, business_key)
      select $1, r.reader, r.started_at, r.id, r.ended_at, r.is_cancelled, r.definition_id, d.key, millrace_listed_text(coalesce(d.name, d.key, '')),
        millrace_listed_title(r.title, r.business_key, coalesce(d.name, d.key), r.id), millrace_listed_text(r.business_key)
      from unnest($2::uuid[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::boolean[], $7::uuid[], $8::text[], $9::text[])
          r (id, reader, started_at, ended_at, is_cancelled, definition_id, title, business_key)
        left join process_definition d on d.workplace_id = $1 and d.id = r.definition_id
      on conflict do nothing`,
    values: [
      workplaceId,
      rows.map(({ instance }) => instance.id),
      rows.map(({ reader }) => reader),
      rows.map(({ instance }) => instance.startedAt),
      rows.map(({ endedAt }) => endedAt),
      rows.map(({ isCancelled }) => isCancelled),
      rows.map(({ instance }) => instance.definitionId),
      rows.map(({ instance }) => instance.title),
      rows.map(({ instance }) => instance.businessKey),
    ],
  }
}

/**
 * A row goes only where the view no longer has it. Whether another open task names the same people is asked of the tasks
 * themselves, and no further than to the first that does: an instance can have ten thousand.
 */
function dropStatement(workplaceId: string, rootId: string, readers: readonly Reader[]): Statement {
  return {
    name: 'instance_listing_drop',
    text: `delete from instance_listing l using unnest($2::uuid[], $3::text[]) r (id, reader)
      where l.workplace_id = $1 and l.instance_id = any($2::uuid[]) and l.instance_id = r.id and l.reader = r.reader
        and not coalesce(case when r.reader like 't:%'
          then (select true from instance_reader o where o.workplace_id = $1 and o.root_id = $4 and o.instance_id = r.id and o.reader = r.reader limit 1)
          else (select true from task t where t.workplace_id = $1 and t.root_id = $4 and t.instance_id = r.id
            and substr(r.reader, 3) = any(case when r.reader like 'c:%' then t.candidate_users else t.candidate_groups end) limit 1) end, false)`,
    values: [workplaceId, readers.map(({ instanceId }) => instanceId), readers.map(({ reader }) => reader), rootId],
  }
}

function renameStatement(workplaceId: string, ids: readonly string[]): Statement {
  return {
    name: 'instance_listing_rename',
    text: `update instance_listing l set title_key = i.title_key, business_key = i.business_key, is_filed = false from instance_listed i
      where l.workplace_id = $1 and l.instance_id = any($2::uuid[]) and i.workplace_id = $1 and i.instance_id = any($2::uuid[]) and i.instance_id = l.instance_id and i.ended_at = 'infinity'`,
    values: [workplaceId, ids],
  }
}

function endStatement(workplaceId: string, ended: readonly EndedInstance[]): Statement {
  return {
    name: 'instance_listing_end',
    text: `update instance_listing l set ended_at = e.at, is_cancelled = e.outcome = 'deleted', is_filed = false
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

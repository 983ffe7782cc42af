import type { InstanceState, ProcessInstance, Task } from '@millrace/engine'
import type { Statement } from '../../platform/db/batch.ts'
import type { EndedInstance, EndedTask } from '../history/history-rows.ts'
import { everyInstance } from '../rights/instance-rights.ts'
import {
  dropListings,
  endListings,
  insertListings,
  type ListedReader,
  type Reader,
  renameListings,
} from './write-instance-listing.ts'

export interface Listing {
  readonly workplaceId: string
  readonly state: InstanceState
  /** The acting user. */
  readonly userId: string | null
  readonly ended: { readonly instances: readonly EndedInstance[]; readonly tasks: readonly EndedTask[] }
}

/**
 * Returns the statements that update the lists in which instances appear, as the view `instance_reader` defines them.
 * They run after everything else is written, including history. Every instance is in the list of operators. A step that
 * changes nothing visible costs nothing.
 */
export function instanceListingStatements(listing: Listing): Statement[] {
  const { workplaceId, state, ended } = listing
  const found = listReaders(listing)
  const renamed = state.instances
    .changes()
    .updated.filter((instance) => nameOf(instance) !== nameOf(state.instances.before(instance.id)))
  const gone = listGone(listing)
  return [
    ...dropListings(workplaceId, state.rootId, gone),
    ...renameListings(
      workplaceId,
      renamed.map(({ id }) => id),
    ),
    ...endListings(workplaceId, ended.instances),
    ...insertListings(workplaceId, listed(listing, found)),
  ]
}

/** Returns the statements that list new instances of several roots. */
export function newInstanceListingStatements(workplaceId: string, listings: readonly Listing[]): Statement[] {
  return insertListings(
    workplaceId,
    listings.flatMap((listing) => listed(listing, listReaders(listing))),
  )
}

/**
 * Lists the users and groups that this run may have involved in the instance, each once. Readers who were involved
 * before may be included, which does no harm. The starter is involved in any case.
 */
function listReaders(listing: Listing): Reader[] {
  const { state, userId, ended } = listing
  const instanceOf = instanceLookup(listing)
  const found = new Map<string, Reader>()
  const add = (instanceId: string, reader: string) => found.set(`${instanceId} ${reader}`, { instanceId, reader })
  const started = [
    ...state.instances.changes().inserted,
    ...ended.instances.map(({ instance }) => instance).filter(({ id }) => state.instances.before(id) == null),
  ]
  for (const instance of started) {
    add(instance.id, everyInstance)
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

/** Returns the user whose list of started instances contains it; null for called instances. */
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

/** Who is named no more by a task that is over or has changed: they are involved by something else or not at all. */
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

/** Returns all that lists show of an instance and a step can change while it runs. */
function nameOf(instance: ProcessInstance | null | undefined): string {
  return JSON.stringify([instance?.title, instance?.businessKey, instance?.definitionId])
}

/** Readers with the instance as it is now. */
function listed(listing: Listing, readers: readonly Reader[]): ListedReader[] {
  if (readers.length === 0) return []
  const over = new Map(listing.ended.instances.map((end) => [end.instance.id, end]))
  const instanceOf = instanceLookup(listing)
  return readers.map(({ instanceId, reader }) => {
    const end = over.get(instanceId)
    const isCancelled = end?.outcome === 'deleted'
    return { instance: instanceOf(instanceId), reader, endedAt: end?.endedAt ?? 'infinity', isCancelled }
  })
}

import { isDeepStrictEqual } from 'node:util'
import { applyEvent } from '../state/apply-event.ts'
import type { Event } from '../state/events.ts'
import { createState, type InstanceState, type LoadedRows } from '../state/instance-state.ts'
import { rowsOf } from './rows.ts'

/** Checks that replaying the events of a run on its initial rows gives its final state, for tests. */
export function assertReplays(before: LoadedRows, events: readonly Event[], after: InstanceState): void {
  const replayed = createState(before)
  for (const event of events) applyEvent(replayed, event)
  if (!isDeepStrictEqual(rowsOf(replayed), rowsOf(after)))
    throw new Error('Expected the events to replay to the state of the run, but they give another.')
}

/**
 * Checks the consistency of rows between steps, for tests: every row belongs to an existing row, counts are correct,
 * and nothing outlives its root.
 */
export function assertSound(rows: LoadedRows): void {
  const instances = new Set(rows.instances.map(({ id }) => id))
  const owners = new Set([...instances, ...rows.elements.map(({ id }) => id)])
  const scopes = new Set([...owners, ...rows.tasks.map(({ id }) => id)])
  for (const { id, elementId, parentId, instanceId } of rows.elements) {
    if (!owners.has(parentId) || !instances.has(instanceId)) orphan(`element ${elementId} ${id}`)
  }
  for (const { name, scopeId } of rows.variables) if (!scopes.has(scopeId)) orphan(`variable ${name}`)
  for (const row of [...rows.tasks, ...rows.jobs, ...rows.subscriptions, ...rows.externalTasks])
    if (!owners.has(row.elementInstanceId)) orphan(JSON.stringify(row))
  const sources = new Set([...rows.jobs, ...rows.externalTasks].map(({ id }) => id))
  for (const { message, instanceId, sourceId } of rows.incidents)
    if (!instances.has(instanceId) || (sourceId !== null && !sources.has(sourceId))) orphan(`incident ${message}`)
  for (const { kind, data, elementId } of rows.subscriptions)
    if (kind === 'compensate' && data.keptId !== null && !owners.has(data.keptId))
      orphan(`what ${elementId} compensates`)
  assertCounts(rows)
  const rest = [rows.instances, rows.elements, rows.variables, rows.tasks, rows.jobs, rows.subscriptions]
  if (!instances.has(rows.rootId) && rest.some((list) => list.length > 0)) orphan('something of an ended root')
}

function assertCounts(rows: LoadedRows): void {
  const counts = new Map<string, number>()
  for (const { parentId, state } of rows.elements)
    if (state !== 'compensable') counts.set(parentId, (counts.get(parentId) ?? 0) + 1)
  for (const { id, openChildren } of [...rows.instances, ...rows.elements]) {
    if (openChildren !== (counts.get(id) ?? 0))
      throw new Error(`Expected ${id} to count ${counts.get(id) ?? 0} open children, but it counts ${openChildren}.`)
  }
}

function orphan(what: string): never {
  throw new Error(`Expected every row to belong to one that is there, but this does not: ${what}`)
}

import { isDeepStrictEqual } from 'node:util'
import type { Command } from '../commands/command.ts'
import type { Need, Outcome } from '../outcome.ts'
import { run } from '../run.ts'
import type { InstanceState, LoadedRows } from '../state/instance-state.ts'
import type { ElementInstance } from '../state/rows.ts'
import type { RunContext } from '../step.ts'

/**
 * Carries out a command for tests as the runtime does for a big root: starts with the element that the command names
 * and its scopes, and loads what the run needs (decision 2).
 *
 * @returns the outcome, the needs in order, and the number of loaded rows at the end.
 */
export function runInParts(
  whole: LoadedRows,
  command: Command,
  createContext: () => RunContext,
): { outcome: Outcome & { state?: InstanceState }; needs: Need[]; loaded: number } {
  const needs: Need[] = []
  let rows = loadAround(whole, findTarget(whole, command))
  for (;;) {
    const outcome = run(rows, command, createContext())
    if (outcome.kind !== 'needs' || !isForRows(outcome.need)) return { outcome, needs, loaded: countRows(rows) }
    if (needs.some((need) => isDeepStrictEqual(need, outcome.need)))
      throw new Error(`Expected a run to ask once, but it asks again for ${JSON.stringify(outcome.need)}.`)
    needs.push(outcome.need)
    rows = addPart(whole, rows, outcome.need)
  }
}

function countRows(rows: LoadedRows): number {
  return Object.values(rows).reduce((sum: number, list: unknown) => sum + (Array.isArray(list) ? list.length : 0), 0)
}

type NeedOfRows = Extract<Need, { kind: 'element' | 'scope' | 'join' | 'watching' }>

function isForRows(need: Need): need is NeedOfRows {
  return need.kind === 'element' || need.kind === 'scope' || need.kind === 'join' || need.kind === 'watching'
}

/** The element that a command is about; null for the root itself. */
function findTarget(rows: LoadedRows, command: Command): string | null {
  const find = (id: string) =>
    [...rows.tasks, ...rows.jobs, ...rows.subscriptions, ...rows.externalTasks, ...rows.incidents].find(
      (row) => row.id === id,
    )?.elementInstanceId ?? null
  if ('taskId' in command) return find(command.taskId)
  if ('jobId' in command) return find(command.jobId)
  if ('subscriptionId' in command) return find(command.subscriptionId)
  if ('incidentId' in command) return find(command.incidentId)
  if ('elementInstanceId' in command) return command.elementInstanceId
  if (command.type === 'setVariables' && command.scopeId !== command.instanceId)
    return (
      find(command.scopeId) ?? rows.tasks.find(({ id }) => id === command.scopeId)?.elementInstanceId ?? command.scopeId
    )
  if ('instanceId' in command)
    return rows.instances.find(({ id }) => id === command.instanceId)?.callerElementId ?? null
  return null
}

function loadAround(whole: LoadedRows, elementId: string | null): LoadedRows {
  const around: ElementInstance[] = []
  for (let id: string | null = elementId; id !== null; ) {
    const element = whole.elements.find((one) => one.id === id)
    const instance = whole.instances.find((one) => one.id === (element?.parentId ?? id))
    if (element !== undefined) around.push(element)
    id = element === undefined || instance !== undefined ? (instance?.callerElementId ?? null) : element.parentId
  }
  return { ...pick(whole, new Set(around.map(({ id }) => id))), completeScopes: [], completeJoins: [] }
}

function addPart(whole: LoadedRows, rows: LoadedRows, need: NeedOfRows): LoadedRows {
  const known = new Set(rows.elements.map(({ id }) => id))
  switch (need.kind) {
    case 'element': {
      const more = loadAround(whole, need.id).elements.map(({ id }) => id)
      return keep(rows, pick(whole, known.union(new Set(more))))
    }
    case 'scope': {
      const below = listBelow(whole, need.id)
      const own = whole.elements.some(({ id }) => id === need.id) ? [need.id] : []
      const picked = keep(rows, pick(whole, known.union(new Set([...own, ...below.elements])), below.instances))
      return {
        ...picked,
        completeScopes: [...(rows.completeScopes ?? []), need.id, ...below.elements, ...below.instances],
      }
    }
    case 'join': {
      const arrived = whole.elements
        .filter(({ parentId, elementId }) => parentId === need.scopeId && elementId === need.elementId)
        .map(({ id }) => id)
      const picked = keep(rows, pick(whole, known.union(new Set(arrived))))
      return { ...picked, completeJoins: [...(rows.completeJoins ?? []), `${need.scopeId} ${need.elementId}`] }
    }
    case 'watching': {
      const watching = whole.subscriptions.filter(({ kind }) => kind === 'conditional' || kind === 'variable')
      const around = watching.flatMap((one) => loadAround(whole, one.elementInstanceId).elements.map(({ id }) => id))
      const instanceIds = watching.map(({ instanceId }) => instanceId)
      return { ...keep(rows, pick(whole, known.union(new Set(around)), instanceIds)), hasWatching: true }
    }
    default:
      return need satisfies never
  }
}

/** A part keeps what earlier parts were complete in. */
function keep(before: LoadedRows, picked: LoadedRows): LoadedRows {
  const { completeScopes = [], completeJoins = [], hasWatching = false } = before
  const instances = new Map([...before.instances, ...picked.instances].map((row) => [row.id, row]))
  return {
    ...picked,
    instances: [...instances.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    completeScopes,
    completeJoins,
    hasWatching,
  }
}

function listBelow(whole: LoadedRows, scopeId: string): { elements: string[]; instances: string[] } {
  const elements: string[] = []
  const instances: string[] = []
  const open = [scopeId]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const element of whole.elements) if (element.parentId === id) elements.push(element.id)
    for (const instance of whole.instances) if (instance.callerElementId === id) instances.push(instance.id)
    open.push(
      ...whole.elements.filter(({ parentId }) => parentId === id).map((one) => one.id),
      ...whole.instances.filter(({ callerElementId }) => callerElementId === id).map((one) => one.id),
    )
  }
  return { elements, instances }
}

/** These elements, the instances that they are in, and what belongs to both. */
function pick(whole: LoadedRows, elementIds: ReadonlySet<string>, instanceIds: readonly string[] = []): LoadedRows {
  const elements = whole.elements.filter(({ id }) => elementIds.has(id))
  const within = new Set([whole.rootId, ...instanceIds, ...elements.map(({ instanceId }) => instanceId)])
  const owners = new Set([...elementIds, ...within])
  const isOwned = (row: { readonly elementInstanceId: string | null }) => owners.has(row.elementInstanceId ?? '')
  const tasks = whole.tasks.filter(isOwned)
  const scopes = new Set([...owners, ...tasks.map(({ id }) => id)])
  return {
    rootId: whole.rootId,
    isComplete: false,
    instances: whole.instances.filter(({ id }) => within.has(id)),
    elements,
    variables: whole.variables.filter(({ scopeId }) => scopes.has(scopeId)),
    tasks,
    jobs: whole.jobs.filter(isOwned),
    subscriptions: whole.subscriptions.filter(isOwned),
    externalTasks: whole.externalTasks.filter(isOwned),
    incidents: whole.incidents.filter(
      (row) => isOwned(row) || (row.elementInstanceId === null && owners.has(row.instanceId)),
    ),
  }
}

import type { Definition } from '../definition.ts'
import type { InstanceState } from '../state/instance-state.ts'
import type { ElementInstance, ExternalTask, Job, Subscription, Task } from '../state/rows.ts'
import type { TrialWaiting } from './result.ts'
import type { TrialPlace } from './steps.ts'

/** A waiting step of a trial, with its row. */
export type Found =
  | { readonly kind: 'task'; readonly row: Task }
  | { readonly kind: 'work'; readonly row: ExternalTask }
  | { readonly kind: 'request'; readonly row: Extract<Job, { kind: 'work' }> }
  | { readonly kind: 'timer'; readonly row: Job }
  | { readonly kind: 'message'; readonly row: Subscription }
  | { readonly kind: 'receive'; readonly row: ElementInstance }
  | { readonly kind: 'signal'; readonly row: Subscription }
  | { readonly kind: 'condition'; readonly row: Subscription }

export interface Placed {
  readonly place: TrialPlace
  readonly found: Found
}

/** The number of waiting steps that are listed. */
export const maxWaiting = 500

/** Lists everything that waits, oldest first, each with its number among equal ones. */
export function listPlaced(state: InstanceState, keyOf: (instanceId: string) => string | null): Placed[] {
  const counts = new Map<string, number>()
  return listFound(state)
    .toSorted((a, b) => (a.row.id < b.row.id ? -1 : 1))
    .map((found) => {
      const { instanceId } = found.row
      const element = elementOf(found)
      const process = keyOf(instanceId)
      const like = `${likeOf(found)} ${process} ${element}`
      const index = counts.get(like) ?? 0
      counts.set(like, index + 1)
      return { place: { element, index, process }, found }
    })
}

function listFound(state: InstanceState): Found[] {
  const { tasks, externalTasks, jobs, subscriptions, elements } = state
  const found: Found[] = [
    ...tasks.all().map((row) => ({ kind: 'task' as const, row })),
    ...externalTasks.all().map((row) => ({ kind: 'work' as const, row })),
  ]
  for (const row of jobs.all()) {
    if (row.kind === 'work') found.push({ kind: 'request', row })
    else if (isTimer(row)) found.push({ kind: 'timer', row })
  }
  const heard = new Set<string>()
  for (const row of subscriptions.all()) {
    heard.add(row.elementInstanceId)
    if (row.kind === 'message' || row.kind === 'signal') found.push({ kind: row.kind, row })
    else if (row.kind !== 'compensate') found.push({ kind: 'condition', row })
  }
  for (const row of elements.all())
    if (row.state === 'active' && row.loop !== 'body' && row.data === null && !heard.has(row.id))
      found.push({ kind: 'receive', row })
  return found
}

/** Returns whether a job is a timer, which waits for the clock; other jobs run immediately. */
export function isTimer({ kind, retries }: Job): boolean {
  return (kind === 'timer' || kind === 'timeout') && retries > 0
}

function elementOf({ kind, row }: Found): string {
  return kind === 'task' ? row.taskKey : row.elementId
}

/** Returns the kind under which waiting steps at one element are numbered. */
function likeOf({ kind }: Found): string {
  if (kind === 'work' || kind === 'request') return 'work'
  return kind === 'receive' ? 'message' : kind
}

/** Presents a waiting step; null for one without meaning for users. */
export function presentPlaced(
  { place, found }: Placed,
  findDefinition: (instanceId: string) => Definition | null,
): TrialWaiting | null {
  const element = findDefinition(found.row.instanceId)?.model.elements[place.element]
  const at = { ...place, name: element?.name ?? null }
  switch (found.kind) {
    case 'task': {
      const { name, assignee, candidateUsers, candidateGroups, dueAt } = found.row
      return { ...at, kind: 'task', name: name ?? at.name, assignee, candidateUsers, candidateGroups, dueAt }
    }
    case 'work':
      return { ...at, kind: 'work', topic: found.row.topic }
    case 'request':
      return { ...at, kind: 'request', request: found.row.data.request }
    case 'timer':
      return { ...at, kind: 'timer', dueAt: found.row.dueAt }
    case 'message':
      return { ...at, kind: 'message', message: found.row.name }
    case 'receive':
      return element?.type === 'receiveTask' ? { ...at, kind: 'message', message: null } : null
    case 'signal':
      return { ...at, kind: 'signal', signal: found.row.name ?? '' }
    case 'condition':
      return { ...at, kind: 'condition' }
    default:
      return found satisfies never
  }
}

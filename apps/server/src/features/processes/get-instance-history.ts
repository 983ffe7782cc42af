import type { AnswerOf, InstanceEvent, processCalls } from '@millrace/contract'
import type { Definition } from '@millrace/engine'
import { can } from '../../operations/instances/policy.ts'
import type { Request } from '../../platform/auth/request.ts'
import { findReadable } from '../../runtime/definitions/definitions.ts'
import type { FactData } from '../../runtime/history/facts.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { getVisibleInstance } from './get-instance.ts'
import { type FactRow, listFacts, listTasks, listValues, type TaskTimes, type ValueRow } from './history-queries.ts'
import type { InstanceRow } from './instance-queries.ts'

/**
 * Returns a page of the history of an instance, newest first: its start and end, tasks, and variables and incidents for
 * users who may see them.
 */
export async function getInstanceHistory(
  runtime: Runtime,
  request: Request,
  { id, after, size }: { id: string; after?: string | undefined; size: number },
): Promise<AnswerOf<typeof processCalls.history>> {
  const { user } = request
  const { workplaceId } = user
  return runtime.db.read(request, async (tx) => {
    const { instance, rights } = await getVisibleInstance(tx, user, id)
    const seesData = can(user, 'see-data', rights)
    const { until, passed } = readMark(after)
    const stretch = { until, limit: passed + size + 1 }
    const [facts, tasks, values, definition] = await Promise.all([
      listFacts(tx, workplaceId, instance, stretch),
      listTasks(tx, workplaceId, instance, stretch),
      seesData ? listValues(tx, workplaceId, instance, stretch) : [],
      findReadable(runtime, tx, workplaceId, { by: 'id', id: instance.definition_id }),
    ])
    const places = findPlaces(facts)
    const drafts = [
      ...instanceEvents(instance),
      ...tasks.flatMap(taskEvents),
      ...facts.flatMap((fact) => factEvents(fact, { seesData, places })),
      ...values.map(valueEvent),
    ]
      .filter(({ at }) => until === null || at <= until)
      .sort(byTime)
      .slice(passed)
    const doers = findDoers(drafts)
    const people = await readPeople(tx, workplaceId, [...doers.values(), ...drafts.map(({ to }) => to ?? null)])
    const shown = drafts.slice(0, size)
    const isCapped = drafts.length > size
    const items = shown.map(
      ({ rank: _, by, to = null, at, elementId = null, name = null, text = null, ...draft }): InstanceEvent => ({
        ...draft,
        at: at.toISOString(),
        by: engineEvents.has(draft.kind) ? null : people.find(by ?? doers.get(at.getTime()) ?? null),
        to: people.find(to),
        elementId,
        name: name ?? nameOf(definition, elementId),
        text,
      }),
    )
    return { items, isCapped, next: isCapped ? writeMark(shown, { until, passed }) : null }
  })
}

/** Events that the engine causes, not the user who started the step. */
const engineEvents: ReadonlySet<InstanceEvent['kind']> = new Set([
  'task-created',
  'decision-evaluated',
  'work-done',
  'attempt-failed',
  'incident-raised',
])

interface Mark {
  /** The moment that the page begins in; null at the newest. */
  readonly until: Date | null
  /** How many of its events the pages before have. */
  readonly passed: number
}

function readMark(after: string | undefined): Mark {
  const [at, passed] = after?.split('-') ?? []
  return at === undefined ? { until: null, passed: 0 } : { until: new Date(Number(at)), passed: Number(passed) }
}

/** Behind these: the moment of the last, and how many of that moment have been shown. */
function writeMark(shown: readonly Draft[], { until, passed }: Mark): string | null {
  const last = shown.at(-1)
  if (last === undefined) return null
  const same = shown.filter(({ at }) => at.getTime() === last.at.getTime()).length
  return `${last.at.getTime()}-${same + (until?.getTime() === last.at.getTime() ? passed : 0)}`
}

interface Draft {
  readonly id: string
  readonly kind: InstanceEvent['kind']
  readonly at: Date
  readonly by?: string | null
  readonly to?: string | null
  readonly elementId?: string | null
  readonly name?: string | null
  readonly text?: string | null
  /** Order within one instant: what causes comes before what it causes. */
  readonly rank: number
}

function instanceEvents({ id, started_at, start_user_id, ended_at, ended_by, outcome, reason }: InstanceRow): Draft[] {
  const start: Draft = { id: `${id}.start`, kind: 'started', at: started_at, by: start_user_id, rank: 0 }
  if (ended_at === null) return [start]
  return [
    start,
    {
      id: `${id}.end`,
      kind: outcome === 'deleted' ? 'cancelled' : 'completed',
      at: ended_at,
      by: ended_by,
      text: reason,
      rank: 9,
    },
  ]
}

function taskEvents({ id, name, task_key, created_at, ended_at, ended_by, reason }: TaskTimes): Draft[] {
  const created: Draft = {
    id: `${id}.created`,
    kind: 'task-created',
    at: created_at,
    elementId: task_key,
    name,
    rank: 8,
  }
  if (ended_at === null) return [created]
  return [
    created,
    {
      id: `${id}.ended`,
      kind: reason === 'completed' ? 'task-completed' : 'task-cancelled',
      at: ended_at,
      by: ended_by,
      elementId: task_key,
      name,
      rank: 1,
    },
  ]
}

interface FactContext {
  readonly seesData: boolean
  /** Keys of elements, by incident. */
  readonly places: ReadonlyMap<string, string>
}

function factEvents(fact: FactRow, { seesData, places }: FactContext): Draft[] {
  const { id, at, content, user_id, element_key, subject_id } = fact
  const draft = { id, at, by: user_id, elementId: element_key, rank: 3 }
  switch (content.kind) {
    case 'task-changed':
      return [{ ...draft, ...changeOf(content.data) }]
    case 'incident-raised':
      return seesData ? [{ ...draft, kind: 'incident-raised', text: content.data.message }] : []
    case 'incident-ended':
      return seesData ? [{ ...draft, kind: 'incident-ended', elementId: places.get(subject_id ?? '') ?? null }] : []
    case 'job-failed':
    case 'external-task-failed':
      return seesData ? [{ ...draft, kind: 'attempt-failed', text: content.data.error }] : []
    case 'job-ended':
    case 'external-task-ended':
      return seesData && content.data.outcome === 'done' ? [{ ...draft, kind: 'work-done', rank: 1 }] : []
    case 'decision-evaluated':
      return [{ ...draft, kind: 'decision-evaluated' }]
    case 'instance-modified':
      return [{ ...draft, kind: 'modified', text: content.data.note }]
    case 'instance-migrated':
      return [{ ...draft, kind: 'migrated', text: content.data.note }]
    case 'change-undone':
      return [{ ...draft, kind: 'undone' }]
    case 'instance-restarted':
      return [{ ...draft, kind: 'restarted', text: content.data.restartOf }]
    // What somebody typed and noted stands with the variables, the task and the incident.
    case 'form-field':
    case 'task-link':
    case 'incident-annotated':
      return []
    default:
      return content satisfies never
  }
}

/** Where each incident was raised: how it ended says nothing of it. */
function findPlaces(facts: readonly FactRow[]): Map<string, string> {
  return new Map(
    facts.flatMap(({ content, subject_id, element_key }) =>
      content.kind === 'incident-raised' && subject_id !== null && element_key !== null
        ? [[subject_id, element_key]]
        : [],
    ),
  )
}

function changeOf({ operation, assignee, isSuspended }: FactData['task-changed']): Pick<Draft, 'kind' | 'to'> {
  if (isSuspended !== undefined) return { kind: isSuspended ? 'task-suspended' : 'task-activated' }
  if (operation === 'Claim') return { kind: 'task-claimed' }
  if (operation === 'Delegate') return { kind: 'task-delegated', to: assignee ?? null }
  if (operation === 'Resolve') return { kind: 'task-resolved' }
  if (assignee === null) return { kind: 'task-released' }
  return assignee === undefined ? { kind: 'task-changed' } : { kind: 'task-assigned', to: assignee }
}

function valueEvent({ id, at, name, type, text, is_removed }: ValueRow): Draft {
  return {
    id,
    kind: is_removed ? 'variable-removed' : 'variable-set',
    at,
    name,
    text: is_removed ? null : (text ?? (type === 'Null' ? null : type)),
    rank: 2,
  }
}

function byTime(a: Draft, b: Draft): number {
  return b.at.getTime() - a.at.getTime() || b.rank - a.rank || (a.id < b.id ? 1 : -1)
}

/** All that one command did has one instant, so who completed a task then also set the variables. */
function findDoers(drafts: readonly Draft[]): Map<number, string> {
  return new Map(drafts.flatMap(({ at, by }) => (by == null ? [] : [[at.getTime(), by] as const])))
}

function nameOf(definition: Definition | null, elementId: string | null): string | null {
  return elementId === null ? null : (definition?.model.elements[elementId]?.name ?? elementId)
}

import type { Async, FlowElement, ProcessModel, TimerDefinition } from '@millrace/bpmn'
import type { JobKind } from '@millrace/engine'
import type { Statement } from '../../platform/db/batch.ts'
import { elementTypeOf } from './element-type.ts'

/**
 * Returns the statements that store the elements of a new definition in addition to its file: names, types, and job
 * definitions.
 */
export function elementStatements(
  workplaceId: string,
  definitionId: string,
  model: ProcessModel,
  newId: () => string,
): Statement[] {
  const elements = Object.values(model.elements)
  const jobs = elements.flatMap((element) => listJobPlaces(model, element))
  return [
    {
      name: 'process_element_insert',
      text: `insert into process_element (workplace_id, definition_id, element_key, name, type, form_ref)
        select $1::uuid, $2::uuid, * from unnest($3::text[], $4::text[], $5::text[], $6::jsonb[])`,
      values: [
        workplaceId,
        definitionId,
        elements.map(({ id }) => id),
        elements.map(({ name }) => name),
        elements.map((element) => elementTypeOf(element)),
        elements.map(formRefOf),
      ],
    },
    {
      name: 'job_definition_insert',
      text: `insert into job_definition (workplace_id, definition_id, id, element_key, kind, is_inner, is_body, type, configuration)
        select $1::uuid, $2::uuid, * from unnest($3::uuid[], $4::text[], $5::text[], $6::boolean[], $7::boolean[], $8::text[], $9::text[]) on conflict do nothing`,
      values: [
        workplaceId,
        definitionId,
        jobs.map(newId),
        jobs.map(({ elementKey }) => elementKey),
        jobs.map(({ kind }) => kind),
        jobs.map(({ isInner }) => isInner),
        jobs.map(({ isBody }) => isBody),
        jobs.map(({ type }) => type),
        jobs.map(({ configuration }) => configuration),
      ],
    },
  ]
}

/** Returns the reference to a form in the format of Camunda's tasks. */
function formRefOf(element: FlowElement): string | null {
  const ref = element.type === 'userTask' ? (element.form?.ref ?? null) : null
  if (ref === null) return null
  const version = ref.version === null ? null : Number(ref.version.text)
  return JSON.stringify({ key: ref.key.text, binding: ref.binding, version })
}

interface JobPlace {
  readonly elementKey: string
  readonly kind: Exclude<JobKind, 'runs' | 'work' | 'delivery' | 'suspension'>
  readonly isInner: boolean
  readonly isBody: boolean
  readonly type: string
  readonly configuration: string
}

function listJobPlaces(model: ProcessModel, element: FlowElement): JobPlace[] {
  const loop = 'loop' in element ? element.loop : null
  const isBody = loop?.kind === 'multi-instance'
  const places = listContinuations(element, element.async, { isInner: false, isBody })
  if (isBody) places.push(...listContinuations(element, loop.async, { isInner: true, isBody: false }))
  const timer =
    'definitions' in element ? element.definitions.find((definition) => definition.kind === 'timer') : undefined
  if (timer !== undefined) {
    places.push({
      elementKey: element.id,
      kind: timerType(model, element) === 'timer-start-event' ? 'start' : 'timer',
      isInner: false,
      isBody: false,
      type: timerType(model, element),
      configuration: timerText(timer),
    })
  }
  return [...places, ...listTimeouts(element)]
}

/** One for all timeout listeners of a task. */
function listTimeouts(element: FlowElement): JobPlace[] {
  const timer = element.type === 'userTask' ? element.taskListeners.find((one) => one.timer !== null)?.timer : null
  if (timer === null || timer === undefined) return []
  const place = { elementKey: element.id, isInner: false, isBody: false, type: 'timer-task-listener' }
  return [{ ...place, kind: 'timeout', configuration: timerText(timer) }]
}

function listContinuations(
  { id: elementKey }: FlowElement,
  { before, after }: Async,
  of: { isInner: boolean; isBody: boolean },
): JobPlace[] {
  const place = { elementKey, ...of, type: 'async-continuation' }
  return [
    ...(before ? [{ ...place, kind: 'before' as const, configuration: 'async-before' }] : []),
    ...(after ? [{ ...place, kind: 'after' as const, configuration: 'async-after' }] : []),
  ]
}

function timerType(model: ProcessModel, element: FlowElement): string {
  if (element.type === 'boundaryEvent') return 'timer-transition'
  if (element.type !== 'startEvent') return 'timer-intermediate-transition'
  return element.scopeId === model.id ? 'timer-start-event' : 'timer-start-event-subprocess'
}

function timerText({ timer, value }: TimerDefinition): string {
  return `${timer.toUpperCase()}: ${value.text}`
}

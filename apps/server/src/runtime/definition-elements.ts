import type { Async, FlowElement, ProcessModel, TimerDefinition } from '@millrace/bpmn'
import type { Statement } from '../platform/db/batch.ts'
import { elementTypeOf } from './element-type.ts'

/** What is kept of the elements of a new definition beside its file: their names and types, and where it makes jobs. */
export function elementStatements(workplaceId: string, definitionId: string, model: ProcessModel, newId: () => string): Statement[] {
  const elements = Object.values(model.elements)
  const jobs = elements.flatMap((element) => listJobPlaces(model, element))
  return [
    {
      name: 'process_element_insert',
      text: `insert into process_element (workplace_id, definition_id, element_key, name, type)
        select $1::uuid, $2::uuid, * from unnest($3::text[], $4::text[], $5::text[])`,
      values: [workplaceId, definitionId, elements.map(({ id }) => id), elements.map(({ name }) => name), elements.map((element) => elementTypeOf(element))],
    },
    {
      name: 'job_definition_insert',
      text: `insert into job_definition (workplace_id, definition_id, id, element_key, kind, is_inner, type, configuration)
        select $1::uuid, $2::uuid, * from unnest($3::uuid[], $4::text[], $5::text[], $6::boolean[], $7::text[], $8::text[]) on conflict do nothing`,
      values: [
        workplaceId,
        definitionId,
        jobs.map(newId),
        jobs.map(({ elementKey }) => elementKey),
        jobs.map(({ kind }) => kind),
        jobs.map(({ isInner }) => isInner),
        jobs.map(({ type }) => type),
        jobs.map(({ configuration }) => configuration),
      ],
    },
  ]
}

interface JobPlace {
  readonly elementKey: string
  readonly kind: 'before' | 'after' | 'timer'
  readonly isInner: boolean
  readonly type: string
  readonly configuration: string
}

function listJobPlaces(model: ProcessModel, element: FlowElement): JobPlace[] {
  const places = listContinuations(element, element.async, false)
  const loop = 'loop' in element ? element.loop : null
  if (loop?.kind === 'multi-instance') places.push(...listContinuations(element, loop.async, true))
  const timer = 'definitions' in element ? element.definitions.find((definition) => definition.kind === 'timer') : undefined
  if (timer !== undefined) places.push({ elementKey: element.id, kind: 'timer', isInner: false, type: timerType(model, element), configuration: timerText(timer) })
  return places
}

function listContinuations({ id }: FlowElement, { before, after }: Async, isInner: boolean): JobPlace[] {
  const type = 'async-continuation'
  return [
    ...(before ? [{ elementKey: id, kind: 'before' as const, isInner, type, configuration: 'async-before' }] : []),
    ...(after ? [{ elementKey: id, kind: 'after' as const, isInner, type, configuration: 'async-after' }] : []),
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

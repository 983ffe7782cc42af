import type { BoundaryEvent, FlowElement, ProcessModel } from '@millrace/bpmn'
import type { BoundaryBehaviour } from './core/model.ts'
import type { Measures } from './measures.ts'
import { readTimer } from './read-timer.ts'

type Hosting = Extract<FlowElement, { boundaryEventIds: readonly string[] }>

interface Known {
  readonly measures: Measures
  readonly indexOf: ReadonlyMap<string, number>
  readonly entered: ReadonlyMap<string, number>
}

/**
 * Describes the boundary events of an activity. Timers with a duration in the model fire by it, other events as often as
 * in history. Errors that end events inside throw need no frequency.
 */
export function describeBoundary(known: Known, model: ProcessModel, host: Hosting): BoundaryBehaviour[] {
  const { measures, indexOf, entered } = known
  const after = measures.elements.find(({ elementId }) => elementId === host.id)?.cancelledAfter ?? null
  const runs = Math.max(1, entered.get(host.id) ?? 0)
  return host.boundaryEventIds.flatMap((id): BoundaryBehaviour[] => {
    const event = model.elements[id]
    const node = indexOf.get(id)
    if (event?.type !== 'boundaryEvent' || node === undefined) return []
    const isThrown = Object.values(model.elements).some(
      (element) => element.type === 'endEvent' && findCatcher(indexOf, model, element)?.node === node,
    )
    const share = isThrown ? 0 : (entered.get(id) ?? 0) / runs
    const probability = event.isInterrupting ? Math.min(1, share) : share
    const timer = readTimer(event)
    return [
      { node, isInterrupting: event.isInterrupting, timer, probability, after: event.isInterrupting ? after : null },
    ]
  })
}

/** Finds the sub-process that the error of an end event leaves, and the boundary event that catches it. */
export function findCatcher(
  indexOf: ReadonlyMap<string, number>,
  model: ProcessModel,
  end: Extract<FlowElement, { type: 'endEvent' }>,
): { readonly scope: number; readonly node: number } | null {
  const [thrown] = end.definitions
  if (thrown?.kind !== 'error' && thrown?.kind !== 'cancel' && thrown?.kind !== 'escalation') return null
  for (let scope = model.elements[end.scopeId]; scope !== undefined; scope = model.elements[scope.scopeId]) {
    if (!('boundaryEventIds' in scope)) continue
    const catcher = scope.boundaryEventIds
      .map((id) => model.elements[id])
      .find(
        (event): event is BoundaryEvent =>
          event?.type === 'boundaryEvent' && event.isInterrupting && catches(event, thrown),
      )
    const [scopeIndex, node] = [indexOf.get(scope.id), catcher && indexOf.get(catcher.id)]
    if (scopeIndex !== undefined && node !== undefined) return { scope: scopeIndex, node }
  }
  return null
}

function catches(event: BoundaryEvent, thrown: BoundaryEvent['definitions'][number]): boolean {
  return event.definitions.some((caught) => {
    if (caught.kind !== thrown.kind) return false
    if (!('code' in caught) || !('code' in thrown) || caught.code === null) return true
    return caught.code.text === thrown.code?.text
  })
}

import type { ComplexGateway } from '@millrace/bpmn'
import type { Behavior } from '../../behavior.ts'
import { gatheredBy } from '../../state/data/element-data.ts'
import type { ElementInstance } from '../../state/rows.ts'
import { emit, getElementInstance, listArrivals, type Step } from '../../step.ts'
import { evaluateCondition } from '../../steps/expressions/evaluate.ts'
import { occasionOf } from '../../steps/expressions/occasion.ts'
import { canStillArrive, consumeArrivals } from '../../steps/flows/joins.ts'
import { listOutgoing, takeDefault } from '../../steps/flows/select-flows.ts'
import { endPath } from '../../steps/life/end-path.ts'
import { complete } from '../../steps/life/leave.ts'

/**
 * The complex gateway (BPMN 2.0, 13.4.5). While it waits for start, it gathers tokens until the activation condition
 * holds, and sends one token for each outgoing flow whose condition holds. While it waits for reset, it absorbs further
 * tokens; when no more can arrive, it takes the flows whose condition holds now, if any, and waits for start again.
 * Conditions may use `activationCount` (the number of arrived tokens), `waitingForStart`, and by the id of an incoming
 * flow the tokens on it. Without an activation condition every token passes immediately.
 */
export const complexGateway: Behavior<ComplexGateway> = {
  onEnter: (step, element, instance) => {
    if (element.incoming.length <= 1 || element.activationCondition === null) {
      complete(step, instance)
      return
    }
    emit(step, { type: 'elementChanged', id: instance.id, patch: { state: 'joining' } })
    const arrivals = listArrivals(step, instance.parentId, element.id)
    const resetting = arrivals.find(isResetting)
    if (resetting === undefined) tryStart(step, element, arrivals)
    else takeIn(step, element, resetting, instance)
  },
  selectFlows: (step, element, instance) => {
    const outgoing = listOutgoing(step, instance)
    const gathered = gatheredBy(instance)
    const waitingForStart = gathered?.phase !== 'reset'
    const counts = { ...gathered?.counts, waitingForStart }
    const taken = outgoing.filter(
      (flow) =>
        flow.id !== element.defaultFlowId &&
        (flow.condition === null
          ? waitingForStart
          : evaluateCondition(step, occasionFor(instance, counts), flow.condition)),
    )
    if (taken.length > 0 || outgoing.length === 0 || !waitingForStart) return taken
    return takeDefault(step, element, { left: instance, outgoing })
  },
  onOthersGone: reset,
  waitsForOthers: ({ activationCondition }) => activationCondition !== null,
}

/** Ends the reset of gateways to which nothing can come any more. */
function reset(step: Step, element: ComplexGateway, scopeId: string): void {
  const resetting = listArrivals(step, scopeId, element.id).find(isResetting)
  if (resetting === undefined || canStillArrive(step, element, scopeId, resetting)) return
  const data = { kind: 'gathering', phase: 'reset', counts: gatheredBy(resetting)?.counts ?? {} } as const
  emit(step, { type: 'elementChanged', id: resetting.id, patch: { state: 'active', data } })
  complete(step, getElementInstance(step, resetting.id))
}

function tryStart(step: Step, element: ComplexGateway, arrivals: readonly ElementInstance[]): void {
  const last = arrivals.at(-1)
  if (last === undefined || element.activationCondition === null) return
  const counts = countArrivals(element, arrivals)
  if (!evaluateCondition(step, occasionFor(last, { ...counts, waitingForStart: true }), element.activationCondition))
    return
  emit(step, { type: 'elementChanged', id: last.id, patch: { data: { kind: 'gathering', phase: 'starting', counts } } })
  const mayReset = canStillArrive(step, element, last.parentId, last)
  if (mayReset) {
    const holder: ElementInstance = {
      ...last,
      id: step.newId(),
      state: 'joining',
      data: { kind: 'gathering', phase: 'resetting', counts },
      startedAt: step.at,
    }
    emit(step, { type: 'elementEntered', element: holder })
  }
  consumeArrivals(step, arrivals, getElementInstance(step, last.id))
}

/** While it waits for reset the gateway takes tokens in without sending any. */
function takeIn(step: Step, element: ComplexGateway, resetting: ElementInstance, arrival: ElementInstance): void {
  const counts = countArrivals(element, [arrival], gatheredBy(resetting)?.counts)
  emit(step, {
    type: 'elementChanged',
    id: resetting.id,
    patch: { data: { kind: 'gathering', phase: 'resetting', counts } },
  })
  emit(step, {
    type: 'elementLeft',
    element: getElementInstance(step, arrival.id),
    at: step.at,
    isCancelled: false,
    endsPath: false,
  })
  endPath(step, arrival.parentId)
  reset(step, element, arrival.parentId)
}

function countArrivals(
  element: ComplexGateway,
  arrivals: readonly ElementInstance[],
  before: Readonly<Record<string, number>> = {},
): Record<string, number> {
  const counts: Record<string, number> = {
    ...Object.fromEntries(element.incoming.map((id) => [id, 0])),
    activationCount: 0,
    ...before,
  }
  for (const { flowId } of arrivals) {
    counts.activationCount = (counts.activationCount ?? 0) + 1
    if (flowId !== null) counts[flowId] = (counts[flowId] ?? 0) + 1
  }
  return counts
}

function occasionFor(instance: ElementInstance, extra: Readonly<Record<string, unknown>>) {
  const place = { scopeId: instance.parentId, instanceId: instance.instanceId, elementInstanceId: instance.id }
  return occasionOf(instance, { place, extra })
}

function isResetting(instance: ElementInstance): boolean {
  return gatheredBy(instance)?.phase === 'resetting'
}

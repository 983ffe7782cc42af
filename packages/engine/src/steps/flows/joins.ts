import { type ComplexGateway, type Gateway, indexModel, type ProcessModel } from '@millrace/bpmn'
import { behaviorOf } from '../../behavior.ts'
import { gatheredBy } from '../../state/data/element-data.ts'
import type { ElementInstance } from '../../state/rows.ts'
import {
  emit,
  getDefinition,
  getElementInstance,
  getSemantics,
  listArrivals,
  listChildInstances,
  type Step,
} from '../../step.ts'
import { listJoins, listReaching } from '../../structure.ts'
import { complete } from '../life/leave.ts'

/**
 * Ends the waiting tokens that a join has merged, in the order of their arrival. The token `last` continues for all of
 * them.
 */
export function consumeArrivals(step: Step, arrivals: readonly ElementInstance[], last: ElementInstance): void {
  for (const arrival of arrivals) {
    if (arrival.id !== last.id)
      emit(step, { type: 'elementLeft', element: arrival, at: step.at, isCancelled: false, endsPath: false })
  }
  emit(step, { type: 'elementChanged', id: last.id, patch: { state: 'active', tokenId: joinedToken(step, last) } })
  complete(step, getElementInstance(step, last.id))
}

/**
 * Fires an inclusive join when no other token of its scope can still arrive, or when each of its flows has brought one.
 */
export function joinInclusive(step: Step, gateway: Gateway, scopeId: string): void {
  const arrivals = listArrivals(step, scopeId, gateway.id)
  const last = arrivals.at(-1)
  if (last === undefined) return
  if (!isFull(step, gateway, arrivals) && canStillArrive(step, gateway, scopeId, last)) return
  consumeArrivals(step, arrivals, last)
}

/** Flowable's join waits for others even then. */
function isFull(step: Step, { incoming }: Gateway, arrivals: readonly ElementInstance[]): boolean {
  if (arrivals.length < incoming.length || !getSemantics(step, arrivals[0]?.instanceId ?? '').fullJoinFires)
    return false
  return incoming.every((flowId) => arrivals.some((arrival) => arrival.flowId === flowId))
}

/** Checks joins that may be complete because another token has ended or moved. */
export function checkJoins(step: Step): void {
  const scopes = [...step.joinsToCheck]
  step.joinsToCheck.clear()
  for (const scopeId of scopes) {
    const scope = step.state.elements.get(scopeId)
    const instanceId = scope?.instanceId ?? step.state.instances.get(scopeId)?.id
    if (instanceId === undefined) continue
    const { model } = getDefinition(step, instanceId)
    for (const join of listJoins(step, model, scope?.elementId ?? model.id))
      behaviorOf(step, join).onOthersGone?.(step, join, scopeId)
  }
}

/** Returns whether another token of the scope can still reach the gateway. */
export function canStillArrive(
  step: Step,
  gateway: Gateway | ComplexGateway,
  scopeId: string,
  last: ElementInstance,
): boolean {
  const { model } = getDefinition(step, last.instanceId)
  const reaching = listReaching(model, gateway.id)
  const isOnItsWay = step.agenda.some(
    ({ scopeId: inside, towards }) =>
      inside === scopeId && towards !== undefined && (towards === gateway.id || reaching.has(towards)),
  )
  return (
    isOnItsWay ||
    listChildInstances(step, scopeId).some((one) =>
      one.elementId === gateway.id
        ? one.state === 'before'
        : one.state !== 'compensable' && reaching.has(one.elementId) && mayGoOn(model, one),
    )
  )
}

/** A complex gateway that waits for reset sends tokens then only by flows with a condition, which may ask for it. */
function mayGoOn(model: ProcessModel, instance: ElementInstance): boolean {
  const phase = gatheredBy(instance)?.phase ?? 'starting'
  return (
    phase === 'starting' ||
    indexModel(model)
      .listOutgoing(instance.elementId)
      .some(({ condition }) => condition !== null)
  )
}

/** When the join leaves no other token in its scope, Camunda's execution of the scope goes on. */
function joinedToken(step: Step, last: ElementInstance): string {
  const { parentId, instanceId } = last
  const openChildren =
    step.state.instances.get(parentId)?.openChildren ?? step.state.elements.get(parentId)?.openChildren ?? 0
  const scopeToken = step.state.elements.get(parentId)?.executionId ?? instanceId
  return openChildren <= 1 && (step.arriving.get(parentId) ?? 0) === 0 ? scopeToken : last.tokenId
}

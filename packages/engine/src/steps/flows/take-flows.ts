import type { SequenceFlow } from '@millrace/bpmn'
import { type Definition, getElement } from '../../definition.ts'
import type { ElementInstance } from '../../state/rows.ts'
import type { Step } from '../../step.ts'
import { listJoins, listReaching } from '../../structure.ts'
import { endPath } from '../life/end-path.ts'
import { arrive } from '../life/enter.ts'
import { runFlowListeners } from '../life/listeners.ts'

/** Takes exactly these flows; without any, the path ends. */
export function takeFlows(
  step: Step,
  definition: Definition,
  left: ElementInstance,
  flows: readonly SequenceFlow[],
): void {
  if (flows.length === 0) {
    endPath(step, left.parentId)
    return
  }
  noticeTurn(step, definition, left, flows)
  const { instanceId, parentId: scopeId } = left
  const tokens = tokensFor(step, left, flows.length)
  const { pathsTakeTurns: takesTurns } = definition.semantics
  if (takesTurns) for (const flow of flows) runFlowListeners(step, flow, left)
  const arrivals = flows.map((flow, index) => ({
    definition,
    elementId: flow.targetId,
    instanceId,
    scopeId,
    tokenId: tokens[index] ?? left.tokenId,
    flowId: flow.id,
    ...(takesTurns ? {} : { onTake: () => runFlowListeners(step, flow, left) }),
  }))
  arrive(step, inTurn(step, definition, arrivals))
}

/**
 * Returns the order in which concurrent paths begin: document order. In models of Camunda it is the reverse order after
 * an element that waited for something outside, because Camunda's queue only reverses what is queued while a token
 * moves.
 */
export function inTurn<T>(step: Step, definition: Definition, paths: readonly T[]): readonly T[] {
  const isTurned = !step.isMoving && definition.semantics.laterPathsGoFirstAfterWaiting
  return isTurned ? paths.toReversed() : paths
}

/**
 * Returns tokens for outgoing flows. A single flow keeps the token; a fork creates new ones, except that an already
 * concurrent token is reused.
 */
export function tokensFor(step: Step, left: ElementInstance, count: number): string[] {
  if (count <= 1) return [left.tokenId]
  const scopeToken = step.state.elements.get(left.parentId)?.executionId ?? left.instanceId
  return Array.from({ length: count }, (_, index) =>
    index === 0 && left.tokenId !== scopeToken ? left.tokenId : step.newId(),
  )
}

/** A token that turns away from a join may have been the last that the join waited for. */
function noticeTurn(step: Step, definition: Definition, left: ElementInstance, flows: readonly SequenceFlow[]): void {
  const { model } = definition
  const { scopeId } = getElement(definition, left.elementId)
  for (const join of listJoins(step, model, scopeId)) {
    const reaching = listReaching(model, join.id)
    const leadsOn = flows.some(({ targetId }) => targetId === join.id || reaching.has(targetId))
    if (reaching.has(left.elementId) && !leadsOn) step.joinsToCheck.add(left.parentId)
  }
}

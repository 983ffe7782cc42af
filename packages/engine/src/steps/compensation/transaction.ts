import { indexModel } from '@millrace/bpmn'
import { beginsThrowing, thrownBy } from '../../state/data/element-data.ts'
import type { ElementInstance } from '../../state/rows.ts'
import { emit, getDefinition, getElementInstance, listChildInstances, type Step } from '../../step.ts'
import { fireBoundary } from '../events/trigger.ts'
import { cancelElement, dropPending } from '../life/cancel.ts'
import { closeOwned } from '../life/close-owned.ts'
import { endPath } from '../life/end-path.ts'
import { compensate } from './compensation.ts'

/** Cancels a transaction (BPMN 2.0, 10.5.6): compensates everything in it, then takes its cancel boundary event. */
export function cancelTransaction(step: Step, cancelEnd: ElementInstance): void {
  const { id, parentId: scopeId } = cancelEnd
  for (const other of listChildInstances(step, scopeId)) {
    if (other.id !== id && other.state !== 'compensable') cancelElement(step, other)
  }
  closeOwned(step, scopeId, 'deleted', { keepsCompensation: true })
  dropPending(step, scopeId)
  const waits = compensate(step, cancelEnd, { scopeIds: [scopeId], activityId: null, isAwaited: true })
  if (!waits) leaveCancelled(step, cancelEnd)
  else {
    const thrown = thrownBy(getElementInstance(step, id)) ?? beginsThrowing
    emit(step, { type: 'elementChanged', id, patch: { data: { ...thrown, cancels: true } } })
  }
}

/** Leaves a cancelled transaction after its handlers have finished. Without a cancel boundary event, its path ends. */
export function leaveCancelled(step: Step, cancelEnd: ElementInstance): void {
  const transaction = getElementInstance(step, cancelEnd.parentId)
  const host = transaction.loop === 'run' ? getElementInstance(step, transaction.parentId) : transaction
  const definition = getDefinition(step, host.instanceId)
  const boundary = indexModel(definition.model)
    .listBoundaryEvents(host.elementId)
    .find(({ definitions }) => definitions.some(({ kind }) => kind === 'cancel'))
  if (boundary !== undefined) {
    fireBoundary(step, definition, { ...boundary, isInterrupting: true }, host)
    return
  }
  cancelElement(step, host)
  endPath(step, host.parentId)
}

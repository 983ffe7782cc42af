import { emit, needWhole, type Step } from '../step.ts'
import { endInstance } from '../steps/instances/end-instance.ts'
import { setLocalVariable } from '../steps/variables/variables.ts'
import { carryOutMoves } from './carry-out-moves.ts'
import type { CommandOf } from './command.ts'
import { cancelWithCall, findInstance } from './instances.ts'

/**
 * Starts and ends tokens line by line. The effects of a line run until they wait before the next line begins. An
 * instance without remaining tokens ends after the last line: as deleted if its last element was cancelled, otherwise
 * as completed.
 */
export function modifyInstance(step: Step, command: CommandOf<'modifyInstance'>): void {
  const { instanceId, moves, variables = [], skipsListeners, skipsIoMappings, note, isInternal = false } = command
  findInstance(step, instanceId)
  needWhole(step)
  step.skips.listeners = skipsListeners
  step.skips.ioMappings = skipsIoMappings
  emit(step, { type: 'instanceModified', id: step.newId(), instanceId, at: step.at, moves, note, isInternal })
  const place = { scopeId: instanceId, instanceId, elementInstanceId: null }
  for (const { name, value } of variables) setLocalVariable(step, place, instanceId, name, value)
  carryOutMoves(step, instanceId, moves, { onEmpty: () => endEmpty(step, instanceId, note) })
}

function endEmpty(step: Step, instanceId: string, note: string | null): void {
  const instance = findInstance(step, instanceId)
  const last = step.events.findLast((event) => event.type === 'elementLeft' && event.element.parentId === instanceId)
  const isCancelled = last?.type !== 'elementLeft' || last.isCancelled
  if (isCancelled) cancelWithCall(step, instance, note)
  else endInstance(step, instance, { outcome: 'completed', reason: null })
}

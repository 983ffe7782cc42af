import { type FlowElement, indexModel } from '@millrace/bpmn'
import type { Definition } from '../definition.ts'
import { NeedsMore, Refused } from '../outcome.ts'
import { fired, firedBy } from '../state/data/element-data.ts'
import type { ElementInstance, ProcessInstance } from '../state/rows.ts'
import {
  emit,
  getElementInstance,
  getInstance,
  getSemantics,
  listChildInstances,
  needWhole,
  type Step,
} from '../step.ts'
import { endInstance } from '../steps/instances/end-instance.ts'
import { listFirstOfProcess } from '../steps/instances/first-elements.ts'
import { startInstance } from '../steps/instances/start-instance.ts'
import { cancelElement, cancelInstance } from '../steps/life/cancel.ts'
import { complete } from '../steps/life/leave.ts'
import { passOutputs } from '../steps/variables/pass-outputs.ts'
import { carryOutMoves } from './carry-out-moves.ts'
import type { CommandOf } from './command.ts'
import type { StartMove } from './moves.ts'

export function startInstanceCommand(step: Step, command: CommandOf<'startInstance'>): void {
  const { definition, instanceId, businessKey, variables, tenantId, moves, restartOf } = command
  step.skips.listeners = command.skipsListeners ?? false
  step.skips.ioMappings = command.skipsIoMappings ?? false
  const { elementIds, data } = moves === undefined ? findBeginning(command) : { elementIds: [], data: null }
  if (moves !== undefined) moveFirst(step, instanceId, moves)
  else if (elementIds.length === 0) {
    throw new Refused(
      'engine.start-not-possible',
      `Expected a none start event in process ${definition.key}, but it has none. Start it by its message, signal or timer.`,
    )
  }
  startInstance(step, {
    definition,
    id: instanceId,
    rootId: instanceId,
    businessKey,
    caseInstanceId: command.caseInstanceId ?? null,
    variables,
    elementIds,
    ...(moves !== undefined && { startElementId: findStartElement(definition, moves) }),
    data,
    caller: null,
    tenantId,
  })
  if (restartOf !== undefined)
    emit(step, { type: 'instanceRestarted', id: step.newId(), instanceId, at: step.at, restartOf })
  step.result = { instanceId }
}

/** Tokens begin as somebody says, once the instance is there. It ends when they have gone nowhere. */
function moveFirst(step: Step, instanceId: string, moves: readonly StartMove[]): void {
  const onEmpty = () => endInstance(step, findInstance(step, instanceId), { outcome: 'completed', reason: null })
  carryOutMoves(step, instanceId, moves, { onEmpty })
}

function findStartElement({ model }: Definition, [first]: readonly StartMove[]): string | null {
  if (first === undefined) return null
  return first.at === 'flow' ? (model.flows[first.id]?.targetId ?? null) : first.id
}

interface Beginning {
  readonly elementIds: readonly string[]
  readonly data: ElementInstance['data']
}

function findBeginning({ definition, startElementId, startDefinitionIndex }: CommandOf<'startInstance'>): Beginning {
  if (startElementId === null) return { elementIds: listFirstOfProcess(definition), data: null }
  const index = indexModel(definition.model)
  const element = index.findElement(startElementId)
  if (element === undefined || element.scopeId !== definition.model.id) {
    throw new Refused(
      'engine.element-unknown',
      `Expected process ${definition.key} to have an element ${startElementId} that can start it, but it has none.`,
    )
  }
  const gateway = findGatewayBefore(definition, element)
  if (gateway !== undefined) return { elementIds: [gateway.id], data: firedBy(element.id) }
  if (element.type === 'receiveTask') return { elementIds: [element.id], data: fired }
  const data = startDefinitionIndex === undefined ? null : ({ ...fired, definition: startDefinitionIndex } as const)
  return { elementIds: [element.id], data }
}

/** Returns the event-based gateway that begins the process, when the element is one of its events. */
function findGatewayBefore({ model }: Definition, element: FlowElement): FlowElement | undefined {
  const index = indexModel(model)
  return index
    .listIncoming(element.id)
    .map(({ sourceId }) => index.findElement(sourceId))
    .find((source) => source?.type === 'eventBasedGateway' && source.instantiate)
}

/**
 * Cancels an instance for a command, as `cancelWithCall` does. Listeners and mappings are skipped if the command says
 * so.
 */
export function deleteInstance(step: Step, command: CommandOf<'deleteInstance'>): void {
  const { instanceId, reason, skipsListeners = false, skipsIoMappings = false } = command
  step.skips.listeners = skipsListeners
  step.skips.ioMappings = skipsIoMappings
  cancelWithCall(step, findInstance(step, instanceId), reason)
}

/**
 * Cancels a called instance together with its call activity and scopes that become empty, as Camunda does. In Flowable,
 * the call activity completes instead.
 */
export function cancelWithCall(step: Step, instance: ProcessInstance, reason: string | null): void {
  if (instance.callerElementId === null || instance.callerInstanceId === null) {
    cancelInstance(step, instance, reason)
    return
  }
  needWhole(step)
  if (getSemantics(step, instance.callerInstanceId).deletedCallsGoOn) {
    passOutputs(step, instance)
    cancelInstance(step, instance, reason)
    complete(step, getElementInstance(step, instance.callerElementId))
    return
  }
  cancelInstance(step, instance, reason)
  let top = getElementInstance(step, instance.callerElementId)
  let around = step.state.elements.get(top.parentId)
  while (around !== undefined && isAlone(step, top)) {
    top = around
    around = step.state.elements.get(top.parentId)
  }
  if (around === undefined && isAlone(step, top)) {
    cancelWithCall(step, getInstance(step, top.parentId), reason)
    return
  }
  cancelElement(step, top)
  step.joinsToCheck.add(top.parentId)
}

function isAlone(step: Step, { parentId }: ElementInstance): boolean {
  return listChildInstances(step, parentId).filter(({ state }) => state !== 'compensable').length === 1
}

/** Suspends or activates an instance with its tasks, jobs, external tasks and called instances. */
export function suspendInstance(step: Step, { instanceId, isSuspended }: CommandOf<'suspendInstance'>): void {
  const instance = findInstance(step, instanceId)
  if (instance.isSuspended === isSuspended && getSemantics(step, instanceId).refusesSameSuspension) {
    throw new Refused(
      'engine.instance-suspended',
      `Expected process instance ${instanceId} to be ${isSuspended ? 'active' : 'suspended'}, but it is ${isSuspended ? 'suspended' : 'active'} already.`,
    )
  }
  needWhole(step)
  const { state, at } = step
  const operation = isSuspended ? 'Suspend' : 'Activate'
  const patch = { isSuspended }
  const ids = new Set([instanceId, ...listCalledBelow(step, instanceId)])
  const isMeant = (row: { readonly instanceId: string }) => ids.has(row.instanceId)
  for (const id of ids) emit(step, { type: 'instanceChanged', id, patch })
  for (const { id } of state.tasks.all().filter(isMeant)) emit(step, { type: 'taskChanged', id, patch, at, operation })
  for (const { id } of state.jobs.all().filter(isMeant)) emit(step, { type: 'jobChanged', id, patch, at })
  for (const { id } of state.externalTasks.all().filter(isMeant))
    emit(step, { type: 'externalTaskChanged', id, patch, at })
}

export function findInstance(step: Step, instanceId: string): ProcessInstance {
  const { instances, isComplete, completeScopes } = step.state
  const instance = instances.get(instanceId)
  if (instance === undefined && !isComplete && !completeScopes.has(instanceId))
    throw new NeedsMore({ kind: 'scope', id: instanceId })
  if (instance === undefined)
    throw new Refused(
      'engine.instance-gone',
      `Expected a running process instance ${instanceId}, but there is none. It may have ended.`,
    )
  return instance
}

function listCalledBelow(step: Step, instanceId: string): string[] {
  const below: string[] = []
  for (const instance of step.state.instances.all()) {
    let current: ProcessInstance | undefined = instance
    while (current?.callerInstanceId) {
      if (current.callerInstanceId === instanceId) below.push(instance.id)
      current = step.state.instances.get(current.callerInstanceId)
    }
  }
  return below
}

export function getOpenElement(step: Step, id: string): ElementInstance {
  if (step.state.elements.get(id) === undefined && step.state.isComplete) {
    throw new Refused(
      'engine.not-waiting',
      `Expected an open element instance ${id}, but there is none. It may have been completed or cancelled.`,
    )
  }
  return getElementInstance(step, id)
}

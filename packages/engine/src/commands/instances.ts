import { listStartEvents } from '../definition.ts'
import { listNoneStarts } from '../elements/call-activity.ts'
import { type CommandResult, Refused } from '../outcome.ts'
import type { ElementInstance, ProcessInstance } from '../state/rows.ts'
import { emit, getDefinition, getElementInstance, needScope, type Step } from '../step.ts'
import { cancelInstance } from '../steps/cancel.ts'
import { isFlowable } from '../steps/dialect.ts'
import { startInstance } from '../steps/instances.ts'
import type { Command } from './command.ts'

type CommandOf<T extends Command['type']> = Extract<Command, { type: T }>

export function startInstanceCommand(step: Step, command: CommandOf<'startInstance'>): CommandResult {
  const { definition, instanceId, businessKey, variables, startElementId, tenantId } = command
  const [noneStart] = listNoneStarts(definition.model)
  // Flowable begins a process that is started by key at whatever start event it has.
  const [anyStart] = isFlowable(definition) ? listStartEvents(definition.model, definition.model.id) : []
  const elementId = startElementId ?? noneStart ?? anyStart?.id
  if (elementId === undefined) {
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
    variables,
    elementIds: [elementId],
    caller: null,
    tenantId,
  })
  return { instanceId }
}

/** Ends an instance from outside. Deleting a called instance ends what called it too, as Camunda does. */
export function deleteInstance(step: Step, { instanceId, reason }: CommandOf<'deleteInstance'>): void {
  cancelInstance(step, topCaller(step, findInstance(step, instanceId)), reason)
}

/** Suspends or activates an instance with its tasks, jobs and external tasks, and what it has called. */
export function suspendInstance(step: Step, { instanceId, isSuspended }: CommandOf<'suspendInstance'>): void {
  const instance = findInstance(step, instanceId)
  if (instance.isSuspended === isSuspended && isFlowable(getDefinition(step, instanceId))) {
    throw new Refused(
      'engine.instance-suspended',
      `Expected process instance ${instanceId} to be ${isSuspended ? 'active' : 'suspended'}, but it is ${isSuspended ? 'suspended' : 'active'} already.`,
    )
  }
  if (!step.state.isComplete) needScope(instanceId)
  const { state, at } = step
  const ids = new Set([instanceId, ...listCalledBelow(step, instanceId)])
  for (const id of ids) emit(step, { type: 'instanceChanged', id, patch: { isSuspended } })
  for (const task of state.tasks.all()) {
    if (ids.has(task.instanceId))
      emit(step, {
        type: 'taskChanged',
        id: task.id,
        patch: { isSuspended },
        at,
        operation: isSuspended ? 'Suspend' : 'Activate',
      })
  }
  for (const job of state.jobs.all())
    if (ids.has(job.instanceId)) emit(step, { type: 'jobChanged', id: job.id, patch: { isSuspended }, at })
  for (const task of state.externalTasks.all())
    if (ids.has(task.instanceId)) emit(step, { type: 'externalTaskChanged', id: task.id, patch: { isSuspended }, at })
}

export function findInstance(step: Step, instanceId: string): ProcessInstance {
  const instance = step.state.instances.get(instanceId)
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

function topCaller(step: Step, instance: ProcessInstance): ProcessInstance {
  let top = instance
  while (top.callerInstanceId !== null) top = findInstance(step, top.callerInstanceId)
  return top
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

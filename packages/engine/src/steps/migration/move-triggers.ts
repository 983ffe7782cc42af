import { type FlowElement, indexModel, isEvent, isEventSubProcess, isScope, type ProcessModel } from '@millrace/bpmn'
import type { ElementInstance, Job, Subscription } from '../../state/rows.ts'
import { emit, type Step } from '../../step.ts'
import { openBehindGateway, openEvent, openMessage } from '../events/catch-events.ts'
import { endJob } from '../life/close-owned.ts'
import type { PlannedModels } from './check-instance.ts'
import type { MovedRow } from './move-rows.ts'

/** The owner of a trigger: a row, or the process itself. */
export interface Owner {
  readonly id: string
  readonly instanceId: string
  readonly moved: MovedRow | null
}

/**
 * Migrates the subscriptions and timers of an owner. Mapped subscriptions and timers keep their name and time, or are
 * evaluated again; others are closed. Events that exist only in the target model get new subscriptions and timers.
 */
export function moveTriggers(step: Step, owner: Owner, models: PlannedModels): void {
  const targets = listTargets(step, owner, models.target)
  const anew = new Set<string>()
  const before = listTriggers(models.source, owner)
  const mapped = new Set(before.flatMap(({ id }) => models.plan.get(id)?.target ?? []))
  let isOwnAnew = false
  for (const one of listWaiting(step, owner.id)) {
    const isOwn = one.elementId === owner.moved?.from.id
    const instruction = models.plan.get(one.elementId)
    const to = isOwn
      ? (owner.moved?.to.element ?? null)
      : (targets.find(({ id }) => id === instruction?.target) ?? null)
    const isTrigger = one.kind !== 'before' && one.kind !== 'after' && one.kind !== 'runs' && one.kind !== 'work'
    const updates = isTrigger && (isOwn ? owner.moved?.updatesTrigger : instruction?.updatesTrigger) === true
    if (to !== null && !updates && fits(one, to)) {
      if (to.id !== one.elementId) rename(step, one, to.id)
      continue
    }
    close(step, one)
    if (isOwn && updates) isOwnAnew = true
    else if (to !== null) anew.add(to.id)
  }
  if (isOwnAnew && owner.moved !== null) openOwn(step, owner, owner.moved.to.element)
  if (!mayOpen(step, owner)) return
  for (const target of targets) {
    if (mapped.has(target.id) && !anew.has(target.id)) continue
    openTrigger(step, target, owner)
  }
}

type Waiting = Subscription | Job

function listWaiting({ state }: Step, ownerId: string): Waiting[] {
  return [
    ...state.subscriptions.ownedBy(ownerId).filter(({ kind }) => kind !== 'compensate'),
    ...state.jobs.ownedBy(ownerId),
  ]
}

/** Which definition of its event, or listener of its task, it is for has to be there. */
function fits(one: Waiting, to: FlowElement): boolean {
  const index = 'index' in one.data ? one.data.index : null
  if (index === null) return true
  if (one.kind === 'timeout') return to.type === 'userTask' && to.taskListeners[index]?.timer != null
  return isEvent(to) && to.definitions[index] !== undefined
}

function rename(step: Step, { id }: Waiting, elementId: string): void {
  if (step.state.subscriptions.get(id) !== undefined)
    emit(step, { type: 'subscriptionChanged', id, patch: { elementId } })
  else emit(step, { type: 'jobChanged', id, patch: { elementId }, at: step.at })
}

function close(step: Step, { id }: Waiting): void {
  if (step.state.subscriptions.get(id) !== undefined) emit(step, { type: 'subscriptionClosed', id })
  else endJob(step, id, 'deleted')
}

/** Elements that an owner waits for beside itself, by the target: those that may be open. */
function listTargets(step: Step, owner: Owner, model: ProcessModel): FlowElement[] {
  const { moved } = owner
  if (moved === null) return startsIn(model, model.id)
  const row = step.state.elements.get(owner.id)
  return row === undefined ? [] : listAround(model, row, moved.to.element)
}

/** Lists the triggers of an element in the source model. */
function listTriggers(model: ProcessModel, { moved }: Owner): FlowElement[] {
  return moved === null ? startsIn(model, model.id) : listAround(model, moved.row, moved.from)
}

function listAround(model: ProcessModel, row: ElementInstance, element: FlowElement): FlowElement[] {
  const index = indexModel(model)
  return [
    ...(row.loop === 'run' ? [] : index.listBoundaryEvents(element.id)),
    ...(isScope(element) && row.loop !== 'body' ? startsIn(model, element.id) : []),
    ...(element.type === 'eventBasedGateway'
      ? index.listOutgoing(element.id).flatMap(({ targetId }) => index.findElement(targetId) ?? [])
      : []),
  ]
}

function startsIn(model: ProcessModel, scopeId: string): FlowElement[] {
  const index = indexModel(model)
  return index.listEventSubProcesses(scopeId).flatMap(({ id }) => index.listStartEvents(id))
}

/** Elements that have not started, are being left or were interrupted wait for nothing more. */
function mayOpen(step: Step, { id, instanceId, moved }: Owner): boolean {
  const row = step.state.elements.get(id)
  if (moved !== null && (row === undefined || row.state !== 'active' || row.data?.kind === 'leaving')) return false
  return !step.state.elements
    .ownedBy(id)
    .some((child) => child.instanceId === instanceId && isInterrupting(step, child))
}

function isInterrupting(step: Step, child: ElementInstance): boolean {
  const instance = step.state.instances.get(child.instanceId)
  const definition = step.sources.process({ by: 'id', id: instance?.definitionId ?? '' })
  const element = definition?.model.elements[child.elementId]
  if (definition == null || element === undefined || !isEventSubProcess(element)) return false
  return indexModel(definition.model)
    .listStartEvents(element.id)
    .some((start) => start.isInterrupting)
}

function openTrigger(step: Step, target: FlowElement, { id, instanceId }: Owner): void {
  const row = step.state.elements.get(id)
  const isBehind = target.type === 'intermediateCatchEvent' || target.type === 'receiveTask'
  if (isBehind && row !== undefined) openBehindGateway(step, target, row)
  else if (isEvent(target)) openEvent(step, target, { scopeId: id, instanceId })
}

function openOwn(step: Step, { id, instanceId }: Owner, element: FlowElement): void {
  const waiting = { scopeId: id, instanceId }
  if (element.type === 'receiveTask' && element.message !== null)
    openMessage(step, element.id, element.message, waiting)
  else if (isEvent(element)) openEvent(step, element, waiting)
}

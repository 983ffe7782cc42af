import type { Definition } from '../definition.ts'
import { NeedsMore, Refused } from '../outcome.ts'
import { emit, getDefinition, needWhole, type Step } from '../step.ts'
import { dropKeptInside } from '../steps/compensation/kept-scopes.ts'
import { readTitle } from '../steps/instances/titles.ts'
import { checkInstance, type PlannedModels } from '../steps/migration/check-instance.ts'
import { checkPlan } from '../steps/migration/check-plan.ts'
import { leaveScopes, moveRows, sortRows } from '../steps/migration/move-rows.ts'
import { moveTriggers } from '../steps/migration/move-triggers.ts'
import { moveCompensations, moveIncidents, moveWork } from '../steps/migration/move-work.ts'
import { setLocalVariable } from '../steps/variables/variables.ts'
import type { CommandOf } from './command.ts'
import { findInstance } from './instances.ts'
import type { MigrationPlan } from './migration-plan.ts'

/** Migrates an instance to another definition by a plan, completely or not at all. */
export function migrateInstance(step: Step, command: CommandOf<'migrateInstance'>): void {
  const { instanceId, plan, variables, note } = command
  const instance = findInstance(step, instanceId)
  if (instance.definitionId !== plan.sourceId)
    throw new Refused(
      'engine.migration-impossible',
      `Process instance '${instanceId}' cannot be migrated. Its process definition '${instance.definitionId}' does not match the source process definition of the migration plan '${plan.sourceId}'`,
    )
  needWhole(step)
  step.skips.listeners = command.skipsListeners
  step.skips.ioMappings = command.skipsIoMappings
  const source = getDefinition(step, instanceId)
  const target = getTarget(step, plan)
  const models = planOf(source, target, plan)
  refuseFaults(step, instanceId, models, plan)
  move(step, instanceId, { source, target, models })
  const place = { scopeId: instanceId, instanceId, elementInstanceId: null }
  for (const { name, value } of variables) setLocalVariable(step, place, instanceId, name, value)
  const { sourceId, targetId } = plan
  emit(step, { type: 'instanceMigrated', id: step.newId(), instanceId, at: step.at, sourceId, targetId, note })
}

function move(
  step: Step,
  instanceId: string,
  { source, target, models }: { source: Definition; target: Definition; models: PlannedModels },
): void {
  const rows = sortRows(step, instanceId, models)
  leaveScopes(step, source, rows.left)
  emit(step, { type: 'instanceChanged', id: instanceId, patch: { definitionId: target.id } })
  // Before rows go, and from the inside: a scope in which nothing can be undone any more is kept no longer.
  for (const id of [instanceId, ...rows.moved.map(({ row }) => row.id)].toReversed())
    moveCompensations(step, target, id, models)
  // What is left out takes along what was kept in it.
  for (const { id } of rows.left) if (step.state.elements.get(id) !== undefined) dropKeptInside(step, id)
  const moved = rows.moved.filter(({ row }) => step.state.elements.get(row.id) !== undefined)
  moveRows(step, target, { ...rows, moved })
  moveTriggers(step, { id: instanceId, instanceId, moved: null }, models)
  for (const one of moved) {
    if (one.row.state === 'compensable') continue
    moveWork(step, target, one)
    moveTriggers(step, { id: one.row.id, instanceId, moved: one }, models)
  }
  moveIncidents(step, instanceId, moved, models)
  retitle(step, instanceId, target)
}

function getTarget(step: Step, { targetId }: MigrationPlan): Definition {
  const ref = { by: 'id', id: targetId } as const
  const target = step.sources.process(ref)
  if (target === undefined) throw new NeedsMore({ kind: 'process', ref })
  if (target !== null) return target
  throw new Refused('engine.migration-impossible', `Target process definition '${targetId}' does not exist`)
}

function planOf({ model: source }: Definition, { model: target }: Definition, plan: MigrationPlan): PlannedModels {
  return { source, target, plan: new Map(plan.instructions.map((one) => [one.source, one])) }
}

function refuseFaults(step: Step, instanceId: string, models: PlannedModels, plan: MigrationPlan): void {
  const faults = checkPlan(models.source, models.target, plan.instructions)
  if (faults.length > 0)
    throw new Refused('engine.migration-impossible', describeFaults(faults), undefined, { plan: faults })
  const elements = checkInstance(step, instanceId, models)
  if (elements.length === 0) return
  const lines = elements.flatMap(({ id, key, isWaiting, failures }) => [
    `\tCannot migrate ${isWaiting ? 'transition' : 'activity'} instance '${key}:${id}':`,
    ...failures.map((failure) => `\t\t${failure}`),
  ])
  throw new Refused(
    'engine.migration-impossible',
    [`Cannot migrate process instance '${instanceId}':`, ...lines, ''].join('\n'),
    undefined,
    { instance: { instanceId, failures: [], elements } },
  )
}

function describeFaults(faults: ReturnType<typeof checkPlan>): string {
  const lines = faults.flatMap(({ instruction: { source, target }, failures }) => [
    `\t Migration instruction MigrationInstructionImpl{sourceActivityId='${source}', targetActivityId='${target}'} is not valid:`,
    ...failures.map((failure) => `\t\t${failure}`),
  ])
  return ['Migration plan is not valid:', ...lines, ''].join('\n')
}

/** Updates the title of an instance by the target model, unless a variable of its title is missing. */
function retitle(step: Step, instanceId: string, { model }: Definition): void {
  const place = { scopeId: instanceId, instanceId, elementInstanceId: null }
  const title = readTitle(step, { place, elementId: model.id, element: null }, model.title)
  if (title !== null && title !== findInstance(step, instanceId).title)
    emit(step, { type: 'instanceChanged', id: instanceId, patch: { title } })
}

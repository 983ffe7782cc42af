import type { ProcessModel } from '@millrace/bpmn'
import type { ElementFault, MigrationInstruction } from '../../commands/migration-plan.ts'
import { firedIn, gatheredBy } from '../../state/data/element-data.ts'
import type { ElementInstance } from '../../state/rows.ts'
import { oldestFirst, type Step } from '../../step.ts'
import { findPlace, keyOfRow } from './places.ts'

export interface PlannedModels {
  readonly source: ProcessModel
  readonly target: ProcessModel
  /** The instructions of the plan by element of the source. */
  readonly plan: ReadonlyMap<string, MigrationInstruction>
}

/** Lists the parts of an instance that cannot be migrated by a plan, with all reasons, with Camunda's messages. */
export function checkInstance(step: Step, instanceId: string, models: PlannedModels): ElementFault[] {
  const rows = oldestFirst(step.state.elements.all()).filter(
    (row) => row.instanceId === instanceId && row.state !== 'compensable',
  )
  return rows.flatMap((row) => {
    const key = keyOfRow(models.source, row)
    const instruction = models.plan.get(key) ?? null
    const isWaiting = row.state === 'before' || row.state === 'after'
    const failures = instruction === null ? checkLeft(step, row) : checkRow(step, row, instruction, models)
    return failures.length === 0
      ? []
      : [{ id: isWaiting ? row.executionId : row.id, isWaiting, key, instruction, failures }]
  })
}

/** A scope may be left out: what is in it goes on elsewhere. Nothing else may. */
function checkLeft({ state }: Step, row: ElementInstance): string[] {
  const isGone = row.openChildren > 0 && row.data === null && row.state === 'active'
  const hasMore = state.jobs.ownedBy(row.id).some(({ kind }) => kind === 'runs')
  if (isGone && !hasMore) return []
  if (row.loop === 'run' && row.openChildren > 0 && row.state === 'active') return []
  return ["There is no migration instruction for this instance's activity"]
}

function checkRow(
  { state }: Step,
  row: ElementInstance,
  instruction: MigrationInstruction,
  { source, target, plan }: PlannedModels,
): string[] {
  const to = findPlace(target, instruction.target)
  const from = source.elements[row.elementId]
  if (to === null || from === undefined) return []
  const { element } = to
  const failures: string[] = []
  if (row.data?.kind === 'taking') {
    const { flowId } = row.data
    if (element.outgoing.length > 1 && flowId === null)
      failures.push(
        'Transition instance is assigned to no sequence flow and target activity has more than one outgoing sequence flow',
      )
    if (element.outgoing.length > 1 && flowId !== null && !element.outgoing.includes(flowId))
      failures.push('Transition instance is assigned to a sequence flow that cannot be matched in the target activity')
  }
  const begins = row.state === 'before' ? firedIn(row) : null
  if (begins?.elementId != null && target.elements[begins.elementId]?.scopeId !== element.id)
    failures.push('The event that has happened must be in the target activity under the same id')
  const gathered = gatheredBy(row)
  if (gathered !== null && from.incoming.some((flowId) => !element.incoming.includes(flowId)))
    failures.push('The target gateway must have the incoming sequence flows of the source gateway')
  const body = row.loop === 'run' ? state.elements.get(row.parentId) : undefined
  if (
    body?.loop === 'body' &&
    !plan.has(keyOfRow(source, body)) &&
    state.jobs.ownedBy(body.id).some(({ kind }) => kind === 'runs')
  )
    failures.push('Cannot remove a multi-instance body of which runs are still to be made')
  return failures
}

import { isEventSubProcess, type ProcessModel } from '@millrace/bpmn'
import type { InstructionFault, MigrationInstruction } from '../../commands/migration-plan.ts'
import {
  eventScopeOf,
  findDifference,
  findPlace,
  hasTrigger,
  isConditional,
  type Place,
  placeAround,
} from './places.ts'

type Pair = MigrationInstruction & { readonly from: Place; readonly to: Place }

interface Models {
  readonly source: ProcessModel
  readonly target: ProcessModel
  readonly plan: ReadonlyMap<string, MigrationInstruction>
  readonly all: readonly MigrationInstruction[]
}

/** Lists the impossible instructions of a plan, with all reasons, with Camunda's messages. */
export function checkPlan(
  source: ProcessModel,
  target: ProcessModel,
  instructions: readonly MigrationInstruction[],
): InstructionFault[] {
  const models = { source, target, plan: new Map(instructions.map((one) => [one.source, one])), all: instructions }
  return instructions.flatMap((instruction) => {
    const failures = listFailures(models, instruction)
    return failures.length === 0 ? [] : [{ instruction, failures }]
  })
}

function listFailures(models: Models, instruction: MigrationInstruction): string[] {
  const from = findPlace(models.source, instruction.source)
  const to = findPlace(models.target, instruction.target)
  if (from === null || to === null)
    return [
      ...(from === null ? [`Source activity '${instruction.source}' does not exist`] : []),
      ...(to === null ? [`Target activity '${instruction.target}' does not exist`] : []),
    ]
  const pair = { ...instruction, from, to }
  const difference = findDifference(from, to)
  return [
    ...(difference === null ? [] : [difference]),
    ...checkTimes(models, pair),
    ...checkTrigger(pair),
    ...checkScopes(models, pair),
    ...checkEventScope(models, pair),
    ...checkGateway(models, pair),
  ]
}

function checkTimes({ all }: Models, { source }: Pair): string[] {
  const count = all.filter((one) => one.source === source).length
  return count > 1 ? [`There are multiple mappings for source scope id '${source}'`] : []
}

function checkTrigger({ updatesTrigger, from, to }: Pair): string[] {
  if (updatesTrigger && !hasTrigger(from))
    return ['Cannot update event trigger because the activity does not define a persistent event trigger']
  if (!updatesTrigger && (isConditional(from) || isConditional(to)))
    return ['Conditional event must be migrated with the flag updateEventTrigger']
  return []
}

/** What is around it goes where it goes, and what is opened for it is nothing that runs several times. */
function checkScopes({ source, target, plan }: Models, { from, to }: Pair): string[] {
  const failures: string[] = []
  let ancestor = placeAround(source, from)
  while (ancestor !== null && !plan.has(ancestor.key)) ancestor = placeAround(source, ancestor)
  const goal = ancestor === null ? null : (plan.get(ancestor.key)?.target ?? null)
  let around = placeAround(target, to)
  while (around !== null && around.key !== goal) {
    if (around.isBody && goal !== null && !to.isBody && around.element.id === to.element.id && !from.isBody)
      failures.push('Must map the inner activity of a multi-instance body when the body is mapped')
    else if (around.isBody)
      failures.push(
        `Target activity '${to.element.id}' is a descendant of multi-instance body '${around.key}' that is not mapped from the source process definition.`,
      )
    else if (isEventSubProcess(around.element) && to.element.type !== 'startEvent')
      failures.push(
        `Target activity '${to.key}' is inside event sub-process '${around.key}' that is not mapped from the source process definition.`,
      )
    around = placeAround(target, around)
  }
  if (goal !== null && around === null)
    failures.push(
      `The closest mapped ancestor '${ancestor?.key}' is mapped to scope '${goal}' which is not an ancestor of target scope '${to.key}'`,
    )
  if (from.isBody && !plan.has(from.element.id))
    failures.push('Cannot remove the inner activity of a multi-instance body when the body is mapped')
  return failures
}

function checkEventScope({ source, target, plan }: Models, { from, to }: Pair): string[] {
  const before = eventScopeOf(source, from)
  const after = eventScopeOf(target, to)
  if (before === null || after === null) return []
  const isProcess = before === source.id && after === target.id
  const goals = [before, `${before}#multiInstanceBody`].map((key) => plan.get(key)?.target)
  if (isProcess || goals.some((goal) => goal?.replace('#multiInstanceBody', '') === after)) return []
  return [
    `The source activity's event scope (${before}) must be mapped to the target activity's event scope (${after})`,
  ]
}

function checkGateway({ source, plan, all }: Models, { from, to, target }: Pair): string[] {
  const joins = ['parallelGateway', 'inclusiveGateway', 'complexGateway']
  if (!joins.includes(to.element.type)) return []
  const failures: string[] = []
  if (from.element.incoming.length > to.element.incoming.length)
    failures.push(
      'The target gateway must have at least the same number of incoming sequence flows that the source gateway has',
    )
  if (all.filter((one) => one.target === target).length > 1)
    failures.push(`Only one gateway can be mapped to gateway '${target}'`)
  const around = placeAround(source, from)
  if (around !== null && !plan.has(around.key)) failures.push(`The gateway's flow scope '${around.key}' must be mapped`)
  return failures
}

import type { MigrationInstruction, MigrationPlan, PlainVariable } from '@millrace/engine'
import { asBody, type Body, flagOf, textOf, textsOf } from '../http/body.ts'
import { invalid } from '../http/rest-refusal.ts'
import { asId } from '../query/filters.ts'
import { readObjects } from '../query/read-parameter.ts'
import { readOrRefuse, readVariables } from '../values/read-value.ts'

/** A migration plan in a body. */
export interface ReadPlan {
  readonly plan: MigrationPlan
  /** The ids as they were given. */
  readonly given: { readonly sourceId: string; readonly targetId: string }
  readonly variables: readonly PlainVariable[]
}

export function readPlan(value: unknown): ReadPlan {
  const body = asBody(value)
  const given = readVersionIds(body)
  const instructions = readObjects(body.instructions ?? [], { name: 'instructions' }).map(readInstruction)
  const plan = { sourceId: asId(given.sourceId), targetId: asId(given.targetId), instructions }
  return { plan, given, variables: readOrRefuse('Cannot read the migration plan', () => readVariables(body.variables)) }
}

export function readVersionIds(body: Body): { readonly sourceId: string; readonly targetId: string } {
  const sourceId = textOf(body, 'sourceProcessDefinitionId')
  const targetId = textOf(body, 'targetProcessDefinitionId')
  if (sourceId === null) throw invalid('Source process definition id is null')
  if (targetId === null) throw invalid('Target process definition id is null')
  return { sourceId, targetId }
}

function readInstruction(one: Body): MigrationInstruction {
  const [source, ...moreSources] = textsOf(one, 'sourceActivityIds') ?? []
  const [target, ...moreTargets] = textsOf(one, 'targetActivityIds') ?? []
  if (source === undefined || moreSources.length > 0)
    throw invalid('Expected sourceActivityIds of an instruction to be one id, but it is not.')
  if (target === undefined || moreTargets.length > 0)
    throw invalid('Expected targetActivityIds of an instruction to be one id, but it is not.')
  return { source, target, updatesTrigger: flagOf(one, 'updateEventTrigger') === true }
}

export function presentInstruction({ source, target, updatesTrigger }: MigrationInstruction) {
  return { sourceActivityIds: [source], targetActivityIds: [target], updateEventTrigger: updatesTrigger }
}

import type { AnswerOf, MigrationPlace, moveCalls, ReadBodyOf } from '@millrace/contract'
import { checkPlan, generatePlan, listMigrationPlaces, type MigrationPlan } from '@millrace/engine'
import type { OperationContext } from '../../operations/operation-context.ts'
import { checkMigrationPlan, readVersions } from '../../operations/processes/migration-plan.ts'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'

/** Returns the elements of two versions, the suggested instructions, and the faults of the given ones. */
export async function planMigration(
  context: OperationContext,
  request: Request,
  { id, targetId, instructions, updatesTriggers }: ReadBodyOf<typeof moveCalls.plan> & { readonly id: string },
): Promise<AnswerOf<typeof moveCalls.plan> | Refusal> {
  const versions = { sourceId: id, targetId }
  const found = await readVersions(context, request, { versions, right: 'instances.operate' })
  if (found instanceof Refusal) return found
  const [source, target] = [found.source.model, found.target.model]
  return {
    source: listMigrationPlaces(source).map(presentPlace),
    target: listMigrationPlaces(target).map(presentPlace),
    suggested: generatePlan(source, target, { updatesTriggers }).map((one) => ({ ...one })),
    faults: checkPlan(source, target, instructions).map(({ instruction, failures }) => ({
      source: instruction.source,
      target: instruction.target,
      failures: [...failures],
    })),
  }
}

function presentPlace({
  key,
  element,
  isBody,
  hasTrigger,
}: ReturnType<typeof listMigrationPlaces>[number]): MigrationPlace {
  return { key, elementId: element.id, name: element.name || null, type: element.type, isBody, hasTrigger }
}

/** Checks the instructions of a migration plan. Returns null when all are possible, otherwise the faults. */
export async function refuseFaultyPlan(
  context: OperationContext,
  request: Request,
  plan: MigrationPlan,
): Promise<Refusal | null> {
  const faults = await checkMigrationPlan(context, request, plan)
  if (faults instanceof Refusal) return faults
  const [first] = faults
  if (first === undefined) return null
  const { source, target } = first.instruction
  return refuse(
    'process.refused',
    `Expected a migration plan that is possible, but “${source}” cannot become “${target}”: ${first.failures.join('; ')}. Nothing was changed.`,
  )
}

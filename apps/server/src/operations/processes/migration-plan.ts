import {
  checkPlan,
  type Definition,
  generatePlan,
  type InstructionFault,
  type MigrationInstruction,
  type MigrationPlan,
} from '@millrace/engine'
import type { Request } from '../../platform/auth/request.ts'
import type { Right } from '../../platform/auth/rights.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { getProcess } from '../../runtime/definitions/definitions.ts'
import { caught } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { needFor } from '../process-reference.ts'
import { noSuchProcess } from './policy.ts'

/** The source version and the target version of a migration. */
export type Versions = Pick<MigrationPlan, 'sourceId' | 'targetId'>

/** Generates the migration instructions between two versions: they map equal elements of both models. */
export async function generateMigrationPlan(
  context: OperationContext,
  request: Request,
  { updatesTriggers, ...versions }: Versions & { readonly updatesTriggers: boolean },
): Promise<readonly MigrationInstruction[] | Refusal> {
  const found = await readVersions(context, request, { versions, right: 'instances.operate' })
  if (found instanceof Refusal) return found
  return generatePlan(found.source.model, found.target.model, { updatesTriggers })
}

/** Lists the impossible instructions of a migration plan, with all reasons. */
export async function checkMigrationPlan(
  context: OperationContext,
  request: Request,
  plan: MigrationPlan,
): Promise<readonly InstructionFault[] | Refusal> {
  const found = await readVersions(context, request, { versions: plan, right: 'instances.operate' })
  return found instanceof Refusal ? found : checkPlan(found.source.model, found.target.model, plan.instructions)
}

/**
 * Returns the source and target version of a migration. Refuses when the user lacks a right to one of them, or when
 * they belong to different tenants.
 */
export async function readVersions(
  { db, runtime }: OperationContext,
  request: Request,
  { versions: { sourceId, targetId }, right }: { versions: Versions; right: Right },
): Promise<{ readonly source: Definition; readonly target: Definition } | Refusal> {
  for (const id of [sourceId, targetId]) {
    const refusal = await needFor({ db }, request, right, { thing: { kind: 'process', id }, gone: noSuchProcess })
    if (refusal !== null) return refusal
    if (!isUuid(id)) return noSuchProcess()
  }
  try {
    const [source, target] = await db.read(request, async (tx) => [
      await getProcess(runtime, tx, request.workplaceId, { by: 'id', id: sourceId }),
      await getProcess(runtime, tx, request.workplaceId, { by: 'id', id: targetId }),
    ])
    if (source == null || target == null) return noSuchProcess()
    if (source.tenantId === null || target.tenantId === null || source.tenantId === target.tenantId)
      return { source, target }
    return refuse(
      'process.refused',
      `Expected both versions to be of one tenant, but one is of “${source.tenantId}” and the other of “${target.tenantId}”.`,
    )
  } catch (error) {
    return caught(error)
  }
}

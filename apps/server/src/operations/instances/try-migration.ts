import type { ElementFault } from '@millrace/engine'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { type CommandAnswer, unitOfWork } from '../../runtime/execute/unit-of-work.ts'
import { caught, refusalOf } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { instanceIsOver } from './instance.ts'
import { type Migration, migrationOf, refuseMigration } from './migrate-instances.ts'

/** The result of a migration that was carried out and rolled back. */
export interface TriedMigration {
  /** Why it fails; null when it is possible. */
  readonly problem: string | null
  /** Open elements that are in the way. */
  readonly faults: readonly Pick<ElementFault, 'key' | 'failures'>[]
}

/**
 * Tries a migration: migrates an instance and rolls everything back. Returns whether it is possible, and the reasons if
 * not.
 */
export async function tryMigration(
  context: OperationContext,
  request: Request,
  { id, ...migration }: Migration & { readonly id: string },
): Promise<TriedMigration | Refusal> {
  const refused = await refuseMigration(context, request, migration, [id])
  if (refused !== null) return refused
  try {
    const answer = await unitOfWork(context.runtime, actorOf(request), async (unit) =>
      unit.abandon<CommandAnswer | Refusal>(await unit.execute({ by: 'instance', id }, migrationOf(id, migration))),
    )
    if (answer instanceof Refusal) return answer
    if (answer.ok) return { problem: null, faults: [] }
    const refusal = refusalOf(answer, instanceIsOver)
    if (answer.reason === 'gone') return refusal
    const faults = answer.reason === 'refused' ? answer.refusal.faults : undefined
    const elements = faults !== undefined && 'instance' in faults ? faults.instance.elements : []
    return { problem: refusal.message, faults: elements.map(({ key, failures }) => ({ key, failures })) }
  } catch (error) {
    return caught(error)
  }
}

import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { create } from '../records/create-record.ts'
import { makeDue } from './make-due.ts'
import { packageSourceRecord } from './package-source.ts'
import { refuseBeyondSources } from './refuse-beyond-sources.ts'
import { columnsOfSource, type EnteredSource } from './source-columns.ts'

/**
 * Creates a package source. Nobody can read its token afterwards. With a schedule, the first check is immediate.
 * Refuses with `package-source.invalid` or `budget.exceeded`.
 *
 * @returns its id.
 */
export async function createPackageSource(
  context: OperationContext & { readonly secret: string },
  request: Request,
  entered: EnteredSource,
): Promise<string | Refusal> {
  const created = await create(context, request, packageSourceRecord, async (tx) => {
    const beyond = await refuseBeyondSources(tx, request.workplaceId)
    return beyond ?? columnsOfSource(tx, request, context.secret, entered, null)
  })
  if (!(created instanceof Refusal)) await makeDue(context.runtime, request, created)
  return created
}

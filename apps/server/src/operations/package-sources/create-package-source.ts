import { packageSourceLimits } from '@millrace/contract/lists/package-sources'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { OperationContext } from '../operation-context.ts'
import { create } from '../records/create-record.ts'
import { makeDue } from './make-due.ts'
import { packageSourceRecord } from './package-source.ts'
import { columnsOfSource, type EnteredSource } from './source-columns.ts'

/**
 * Creates a package source. Nobody reads its token afterwards. With a schedule, the first look comes at once. Refuses
 * with `package-source.invalid` or `budget.exceeded`.
 *
 * @returns its id.
 */
export async function createPackageSource(
  context: OperationContext & { readonly secret: string },
  request: Request,
  entered: EnteredSource,
): Promise<string | Refusal> {
  const created = await create(context, request, packageSourceRecord, async (tx) => {
    const [counted] = await runSql<{ count: number }>(
      tx,
      sql`select count(*)::int as count from package_source where workplace_id = ${request.workplaceId} and disabled_at is null`,
    )
    if ((counted?.count ?? 0) >= packageSourceLimits.sources)
      return refuse(
        'budget.exceeded',
        `Expected at most ${packageSourceLimits.sources} package sources in use, but there are as many. Disable one first.`,
      )
    return columnsOfSource(tx, request, context.secret, entered, null)
  })
  if (!(created instanceof Refusal)) await makeDue(context.runtime, request, created)
  return created
}

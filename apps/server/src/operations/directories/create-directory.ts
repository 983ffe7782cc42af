import { directoryLimits } from '@millrace/contract/lists/directories'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { OperationContext } from '../operation-context.ts'
import { create } from '../records/create-record.ts'
import { directoryRecord } from './directory.ts'
import { columnsOfDirectory, type EnteredDirectory } from './directory-columns.ts'

/**
 * Creates a directory. Nobody reads its password afterwards. Refuses with `directory.invalid` or `budget.exceeded`.
 *
 * @returns its id.
 */
export function createDirectory(
  context: OperationContext & { readonly secret: string },
  request: Request,
  entered: EnteredDirectory,
): Promise<string | Refusal> {
  return create(context, request, directoryRecord, async (tx) => {
    const [counted] = await runSql<{ count: number }>(
      tx,
      sql`select count(*)::int as count from directory where workplace_id = ${request.workplaceId}`,
    )
    if ((counted?.count ?? 0) >= directoryLimits.directories)
      return refuse(
        'budget.exceeded',
        `Expected at most ${directoryLimits.directories} directories, but there are as many. Remove one first.`,
      )
    return columnsOfDirectory(tx, request, context, entered, null)
  })
}

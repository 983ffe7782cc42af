import { directoryLimits } from '@millrace/contract/lists/directories'
import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { create } from '../records/create-record.ts'
import { refuseBeyond } from '../records/refuse-beyond.ts'
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
    const { directories: most } = directoryLimits
    const message = `Expected at most ${most} directories, but there are as many. Remove one first.`
    const beyond = await refuseBeyond(tx, { table: 'directory', workplaceId: request.workplaceId, most, message })
    return beyond ?? columnsOfDirectory(tx, request, context, entered, null)
  })
}

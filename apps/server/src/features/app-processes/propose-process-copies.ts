import type { ProcessCopy } from '@millrace/contract'
import { processDesigns } from '../../operations/app-processes/process-designs.ts'
import { findCopyNames } from '../../operations/designs/propose-copies.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'

/** What copies of these processes would be called, in their order: names and keys that are free at the moment. */
export async function proposeProcessCopies(
  db: Database,
  request: Request,
  ids: readonly string[],
): Promise<ProcessCopy[] | Refusal> {
  const found = await findCopyNames(db, request, processDesigns, { ids })
  if (found instanceof Refusal) return found
  return found.map(({ sourceId, applicationId, name, key }) => ({ sourceId, applicationId, name, key }))
}

import { packageSourceLimits } from '@millrace/contract/lists/package-sources'
import type { Tx } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { refuseBeyond } from '../records/refuse-beyond.ts'

/** Refuses one more package source in use, created or restored, when the workplace has as many as it can have. */
export function refuseBeyondSources(tx: Tx, workplaceId: string): Promise<Refusal | null> {
  const { sources: most } = packageSourceLimits
  const message = `Expected at most ${most} package sources in use, but there are as many. Disable one first.`
  return refuseBeyond(tx, { table: 'package_source', workplaceId, most, isInUse: true, message })
}

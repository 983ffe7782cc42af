import type { Definition } from '@millrace/engine'
import type { Tx } from '../../platform/db/database.ts'
import { hasLostDatabase } from '../../platform/db/has-lost-database.ts'
import { getProcess } from '../../runtime/definitions/definitions.ts'
import type { Runtime } from '../../runtime/runtime.ts'

/**
 * Returns a version with its model; null when its file cannot be read. The rest of the version is shown nevertheless.
 */
export function findReadable(runtime: Runtime, tx: Tx, workplaceId: string, id: string): Promise<Definition | null> {
  return getProcess(runtime, tx, workplaceId, { by: 'id', id }).catch((error: unknown) => {
    if (hasLostDatabase(error)) throw error
    return null
  })
}

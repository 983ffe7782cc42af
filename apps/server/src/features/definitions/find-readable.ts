import type { Definition } from '@millrace/engine'
import type { Tx } from '../../platform/db/database.ts'
import { hasLostDatabase } from '../../platform/db/has-lost-database.ts'
import { getProcess } from '../../runtime/definitions/definitions.ts'
import type { Runtime } from '../../runtime/runtime.ts'

/** A version with its model; null where its file cannot be read any more: what else is known of it is shown all the same. */
export function findReadable(runtime: Runtime, tx: Tx, workplaceId: string, id: string): Promise<Definition | null> {
  return getProcess(runtime, tx, workplaceId, { by: 'id', id }).catch((error: unknown) => {
    if (hasLostDatabase(error)) throw error
    return null
  })
}

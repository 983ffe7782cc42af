import type { Definition } from '@millrace/engine'
import { getProcess } from '../../runtime/definitions/definitions.ts'
import type { Moving } from './moving.ts'

/** Reads the definitions that were moved, by the ids of the source. Others are missing in the result. */
export async function readDefinitions(
  { runtime, actor, ids }: Moving,
  sourceIds: readonly string[],
): Promise<Map<string, Definition>> {
  const found = new Map<string, Definition>()
  for (const sourceId of new Set(sourceIds)) {
    const definition = await runtime.db.read(actor, (tx) =>
      getProcess(runtime, tx, actor.workplaceId, { by: 'id', id: ids.of(sourceId) }),
    )
    if (definition !== null) found.set(sourceId, definition)
  }
  return found
}

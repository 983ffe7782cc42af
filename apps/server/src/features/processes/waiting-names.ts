import type { Definition } from '@millrace/engine'
import type { Tx } from '../../platform/db/database.ts'
import { getProcess } from '../../runtime/definitions/definitions.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { type InstanceRow, listWaiting } from './instance-queries.ts'
import { nameWaiting } from './present-instance.ts'

/** Names of what instances wait at, by instance. */
export async function readWaitingNames(
  runtime: Runtime,
  tx: Tx,
  workplaceId: string,
  instances: readonly InstanceRow[],
): Promise<Map<string, string[]>> {
  const waiting = await listWaiting(tx, workplaceId, instances)
  const definitionIds = new Map(instances.map(({ id, definition_id }) => [id, definition_id]))
  const definitions = new Map<string, Definition | null>()
  for (const { instance_id } of waiting) {
    const id = definitionIds.get(instance_id) ?? ''
    if (!definitions.has(id)) definitions.set(id, await getProcess(runtime, tx, workplaceId, { by: 'id', id }))
  }
  const names = new Map<string, string[]>()
  for (const one of waiting) {
    const name = nameWaiting(one, definitions.get(definitionIds.get(one.instance_id) ?? '') ?? null)
    if (name !== null) names.set(one.instance_id, [...(names.get(one.instance_id) ?? []), name])
  }
  return names
}

import type { ProcessModel, StartEvent } from '@millrace/bpmn'
import { type Definition, listStarts } from '@millrace/engine'
import type { Unit } from '../execute/unit-of-work.ts'
import { dropRootStatements } from '../save/drop-root.ts'

/** Opens the start event subscriptions of a new version. */
export async function openStartEvents(unit: Unit, definition: Definition): Promise<void> {
  if (listStarts(definition.model).length === 0) return
  const answer = await unit.start({ type: 'openStarts', definition })
  if (!answer.ok) throw new Error(`Expected to open what ${definition.key} waits for, but: ${JSON.stringify(answer)}`)
}

/** Closes the start event subscriptions of older versions: events only start the newest version of a key. */
export async function closeOlderStartEvents(
  unit: Unit,
  workplaceId: string,
  { key, tenantId }: { key: string; tenantId: string | null },
): Promise<void> {
  const [rows] = await unit.tx.batch([
    {
      name: 'roots_of_older_versions',
      text: `select r.id from root r join process_definition d on d.workplace_id = r.workplace_id and d.id = r.id
        where r.workplace_id = $1 and d.key = $2 and coalesce(d.tenant_id, '') = coalesce($3, '')`,
      values: [workplaceId, key, tenantId],
    },
  ])
  await closeStartEvents(
    unit,
    workplaceId,
    (rows ?? []).map(([id]) => id as string),
  )
}

/** Deletes the start event subscriptions of definitions. Definitions without subscriptions are skipped. */
export async function closeStartEvents(
  unit: Unit,
  workplaceId: string,
  definitionIds: readonly string[],
): Promise<void> {
  for (const id of definitionIds) await unit.change({ by: 'root', id }, ...dropRootStatements(workplaceId, id))
}

/** Lists the start events of the process itself, in document order. */
export function listTopStarts(model: ProcessModel): StartEvent[] {
  return Object.values(model.elements).filter(
    (element): element is StartEvent => element.type === 'startEvent' && element.scopeId === model.id,
  )
}

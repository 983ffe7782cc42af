import type { ElementInstance } from '@millrace/engine'
import type { Ids } from '../ids.ts'
import type { Level } from './scopes.ts'

interface NewRow {
  readonly id: string
  readonly parentId: string
  /** Executions of the source. */
  readonly instanceId: string
  readonly tokenId: string
  readonly executionId: string
}

/** Returns an element instance that is active at a level. */
export function elementRow({ element, loop }: Level, row: NewRow, ids: Ids): ElementInstance {
  return {
    id: row.id,
    parentId: row.parentId,
    tokenId: ids.of(row.tokenId),
    executionId: ids.of(row.executionId),
    instanceId: ids.of(row.instanceId),
    elementId: element.id,
    state: 'active',
    loop,
    flowId: null,
    openChildren: 0,
    data: null,
    startedAt: '',
  }
}

/** Returns element instances with the number of their open children. */
export function countChildren(elements: readonly ElementInstance[]): ElementInstance[] {
  const counts = new Map<string, number>()
  for (const { parentId, state } of elements)
    if (state !== 'compensable') counts.set(parentId, (counts.get(parentId) ?? 0) + 1)
  return elements.map((element) => ({ ...element, openChildren: counts.get(element.id) ?? 0 }))
}

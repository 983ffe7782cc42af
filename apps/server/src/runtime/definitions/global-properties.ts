import type { Globals } from '@millrace/engine'
import type { Tx } from '../../platform/db/database.ts'

/**
 * What expressions read as `globals`: values by key. In place of a secret stands a mark, so that no run, variable, job or
 * history ever has it: `openSecrets` puts it in place in the request that goes out.
 */
export async function readGlobals(tx: Tx, workplaceId: string): Promise<Globals> {
  const [rows] = await tx.batch([
    {
      name: 'global_properties_read',
      text: 'select key, value, handle from global_property where workplace_id = $1',
      values: [workplaceId],
    },
  ])
  return Object.fromEntries(
    (rows ?? []).map(([key, value, handle]) => [
      key,
      value === null ? markOf(handle as string) : JSON.parse(value as string),
    ]),
  )
}

/**
 * Of letters, digits and underscores: it stays as it is in an address, a header, JSON. Nobody can make one up, for the
 * handle is random and is in no answer.
 */
export function markOf(handle: string): string {
  return `__secret_${handle.replaceAll('-', '')}__`
}

/** The same for whoever only looks: nothing is sent, so a secret needs no mark, and is the same text each time. */
export function withoutMarks(globals: Globals): Globals {
  return Object.fromEntries(
    Object.entries(globals).map(([key, value]) => [
      key,
      typeof value === 'string' && findHandles(value).length > 0 ? '•••' : value,
    ]),
  )
}

/** Handles, without hyphens, that marks in a text have. */
export function findHandles(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(/__secret_([0-9a-f]{32})__/g), ([, handle]) => handle as string))]
}

import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { DesignRow } from './design-kind.ts'
import type { DesignTables } from './design-tables.ts'

/** Finds the text of one version; null when there is no version of that number. */
export async function findDesignVersion(
  tx: Tx,
  workplaceId: string,
  {
    tables: { versions },
    id,
    version,
  }: { readonly tables: DesignTables; readonly id: string; readonly version: number },
): Promise<string | null> {
  const [rows] = await tx.batch([
    {
      name: `${versions.table}_find`,
      text: `select ${versions.text} from ${versions.table} where workplace_id = $1 and ${versions.id} = $2 and version = $3`,
      values: [workplaceId, id, version],
    },
  ])
  return rows?.[0]?.[0] ?? null
}

/** Finds the text of the last version; null before the first one. */
export async function findCurrentVersion(
  tx: Tx,
  workplaceId: string,
  { tables: { table, versions }, id }: { readonly tables: DesignTables; readonly id: string },
): Promise<string | null> {
  const [rows] = await tx.batch([
    {
      name: `${versions.table}_current`,
      text: `select v.${versions.text} from ${table} d join ${versions.table} v
        on v.workplace_id = d.workplace_id and v.${versions.id} = d.id and v.version = d.version where d.workplace_id = $1 and d.id = $2`,
      values: [workplaceId, id],
    },
  ])
  return rows?.[0]?.[0] ?? null
}

/** Refuses with `thing.not-found`: the design has no version of this number. */
export function noSuchVersion({ name }: Pick<DesignRow, 'name'>, version: number): Refusal {
  return refuse('thing.not-found', `Expected a version ${version} of “${name}”, but there is none.`)
}

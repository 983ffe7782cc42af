import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'

/** The design of one version of a process; null when there is none of that number. */
export async function findProcessVersion(
  tx: Tx,
  workplaceId: string,
  { processId, version }: { readonly processId: string; readonly version: number },
): Promise<string | null> {
  const [rows] = await tx.batch([
    {
      name: 'app_process_version_find',
      text: 'select design_xml from app_process_version where workplace_id = $1 and process_id = $2 and version = $3',
      values: [workplaceId, processId, version],
    },
  ])
  return rows?.[0]?.[0] ?? null
}

export interface NewVersion {
  readonly processId: string
  readonly version: number
  readonly xml: string
  readonly note: string | null
  readonly restoredFrom: number | null
  readonly savedAt: Date
}

export function versionStatement(
  { workplaceId, username }: { readonly workplaceId: string; readonly username: string },
  { processId, version, xml, note, restoredFrom, savedAt }: NewVersion,
): Statement {
  return {
    name: 'app_process_version_add',
    text: `insert into app_process_version (workplace_id, process_id, version, design_xml, note, restored_from, saved_at, saved_by)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [workplaceId, processId, version, xml, note, restoredFrom, savedAt.toISOString(), username],
  }
}

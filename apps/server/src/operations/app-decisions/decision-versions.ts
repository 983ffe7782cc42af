import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'

/** The design of one version of a decision; null when there is none of that number. */
export async function findDecisionVersion(
  tx: Tx,
  workplaceId: string,
  { decisionId, version }: { readonly decisionId: string; readonly version: number },
): Promise<string | null> {
  const [rows] = await tx.batch([
    {
      name: 'app_decision_version_find',
      text: 'select design_xml from app_decision_version where workplace_id = $1 and decision_id = $2 and version = $3',
      values: [workplaceId, decisionId, version],
    },
  ])
  return rows?.[0]?.[0] ?? null
}

export interface NewVersion {
  readonly decisionId: string
  readonly version: number
  readonly xml: string
  readonly note: string | null
  readonly restoredFrom: number | null
  readonly savedAt: Date
}

export function versionStatement(
  { workplaceId, username }: { readonly workplaceId: string; readonly username: string },
  { decisionId, version, xml, note, restoredFrom, savedAt }: NewVersion,
): Statement {
  return {
    name: 'app_decision_version_add',
    text: `insert into app_decision_version (workplace_id, decision_id, version, design_xml, note, restored_from, saved_at, saved_by)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [workplaceId, decisionId, version, xml, note, restoredFrom, savedAt.toISOString(), username],
  }
}

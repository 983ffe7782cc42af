import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'

export interface DeployedVersion {
  readonly version: number
  /** Null: it was deleted since. */
  readonly deploymentId: string | null
  readonly note: string | null
  readonly restoredFrom: number | null
  readonly deployedAt: Date
  readonly deployedBy: string | null
  readonly overrideReason: string | null
  readonly failedTests: readonly string[]
  readonly undeployedAt: Date | null
  readonly undeployedBy: string | null
}

/** Returns the last versions of an application, the newest first. */
export async function listVersions(
  tx: Tx,
  workplaceId: string,
  { applicationId, most }: { readonly applicationId: string; readonly most: number },
): Promise<DeployedVersion[]> {
  const rows = await tx.query(
    kysely
      .selectFrom('application_version')
      .selectAll()
      .where('workplace_id', '=', workplaceId)
      .where('application_id', '=', applicationId)
      .orderBy('version', 'desc')
      .limit(most),
  )
  return rows.map((row) => ({
    version: row.version,
    deploymentId: row.deployment_id,
    note: row.note,
    restoredFrom: row.restored_from,
    deployedAt: row.deployed_at,
    deployedBy: row.deployed_by,
    overrideReason: row.override_reason,
    failedTests: row.failed_tests?.split('\n') ?? [],
    undeployedAt: row.undeployed_at,
    undeployedBy: row.undeployed_by,
  }))
}

/** Finds the last deployed version of an application; null when it was never deployed. */
export async function findLastVersion(
  tx: Tx,
  workplaceId: string,
  applicationId: string,
): Promise<DeployedVersion | null> {
  return (await listVersions(tx, workplaceId, { applicationId, most: 1 }))[0] ?? null
}

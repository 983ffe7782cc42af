import type { Database } from '../../../platform/db/database.ts'

/**
 * Finds the versions of running servers that are not this one: an older server does not know that a workplace is being
 * moved, and would change it.
 */
export async function findOtherVersions(first: Database, version: string): Promise<string[]> {
  const [rows] = await first.readPlatform((tx) =>
    tx.batch([
      {
        name: 'move_other_versions',
        text: `select distinct version from server where seen_at > now() - interval '1 minute' and version <> $1 order by version`,
        values: [version],
      },
    ]),
  )
  return (rows ?? []).map(([found]) => found ?? '')
}

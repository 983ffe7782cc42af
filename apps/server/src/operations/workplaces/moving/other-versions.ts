import type { Database } from '../../../platform/db/database.ts'

/**
 * Finds running servers that do not notice that a workplace is being moved, and would change it: those of other
 * versions, and those without MILLRACE_DATABASES.
 */
export async function findOtherVersions(first: Database, version: string): Promise<string[]> {
  const [rows] = await first.readPlatform((tx) =>
    tx.batch([
      {
        name: 'move_other_versions',
        text: `select distinct version || case when version = $1 then ' without MILLRACE_DATABASES' else '' end as found from server where seen_at > now() - interval '1 minute' and (version <> $1 or refuses_moved is not true) order by 1`,
        values: [version],
      },
    ]),
  )
  return (rows ?? []).map(([found]) => found ?? '')
}

import type { SettingValue } from '@millrace/contract/settings'
import type { Tx } from '../../platform/db/database.ts'
import type { RefusalDetail } from '../../platform/errors/refusal.ts'

/**
 * Checks that servers would not take more connections than PostgreSQL allows, which would lock out everybody. Returns
 * the details of the refusal; empty when the setting is valid.
 */
export async function findConnectionsFault(tx: Tx, connections: SettingValue | null): Promise<RefusalDetail[]> {
  if (connections === null) return []
  const [rows] = await tx.batch([
    {
      name: 'setting_connections',
      text: `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int`,
      values: [],
    },
  ])
  const most = Number(rows?.[0]?.[0] ?? 0)
  if (Number(connections) <= most) return []
  return [
    {
      where: 'budget.connections',
      message: `Expected at most ${most}, as many as PostgreSQL gives all servers together. Raise its max_connections first.`,
    },
  ]
}

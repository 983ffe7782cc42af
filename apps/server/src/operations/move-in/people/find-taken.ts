import type { Moving } from '../moving.ts'

/**
 * Finds the names that users or groups of this workplace already have.
 *
 * @param text the query for the names; `$1` is the workplace. The first column is the name.
 */
export async function findTaken({ runtime, actor }: Moving, text: string): Promise<Set<string>> {
  const name = text.includes('app_user') ? 'moved_users_taken' : 'moved_groups_taken'
  const [rows = []] = await runtime.db.read(actor, (tx) => tx.batch([{ name, text, values: [actor.workplaceId] }]))
  return new Set(rows.map(([one]) => one ?? ''))
}

import type { Moving } from '../moving.ts'

/** Returns the first column of the rows of the workplace `$1`: names that exist here. */
export async function findTaken({ runtime, actor }: Moving, text: string): Promise<Set<string>> {
  const name = text.includes('app_user') ? 'moved_users_taken' : 'moved_groups_taken'
  const [rows = []] = await runtime.db.read(actor, (tx) => tx.batch([{ name, text, values: [actor.workplaceId] }]))
  return new Set(rows.map(([one]) => one ?? ''))
}

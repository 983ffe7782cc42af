import type { Statement } from '../db/batch.ts'
import type { Tx } from '../db/database.ts'

/*
 * Contents outside of the database that are stored before it is known whether they stay, such as those of an import. A
 * planned removal without a date holds each of them, so that an interrupted command leaves none behind that nobody knows.
 */

/**
 * Holds a stored content: it stays until `confirmHeld` or `dropHeld` decides about it.
 *
 * @returns false when its removal has started.
 */
export async function holdContent(tx: Tx, key: string): Promise<boolean> {
  const text = `update object_removal set due_at = 'infinity' where object_key = $1 and not is_claimed returning object_key`
  const [rows] = await tx.batch([{ name: 'object_removal_hold', text, values: [key] }])
  return rows?.length === 1
}

/**
 * Returns the statements that decide about the held contents of a workplace: contents with a row in `stored_file` are
 * kept, the others are removed. Planned removals of kept contents are cancelled too, because an interrupted command may
 * have planned them after the content was held. The statements can be part of any transaction.
 */
export function confirmHeld(workplaceId: string): readonly Statement[] {
  return [
    { name: 'object_removal_place', text: `select set_config('app.workplace', $1, true)`, values: [workplaceId] },
    {
      name: 'object_removal_confirm',
      text: `delete from object_removal r using stored_file f
        where r.object_key like $2 and not r.is_claimed and f.workplace_id = $1::uuid and f.kept_in = 's3'
          and r.object_key = f.workplace_id || '/' || f.id`,
      values: [workplaceId, keysOf(workplaceId)],
    },
    dropHeld(workplaceId),
  ]
}

/** Removes the held contents of a workplace, as soon as a server carries out its maintenance. */
export function dropHeld(workplaceId: string): Statement {
  return {
    name: 'object_removal_drop',
    text: `update object_removal set due_at = now() where object_key like $1 and due_at = 'infinity'`,
    values: [keysOf(workplaceId)],
  }
}

/** The keys of all contents of a workplace, for `like`: its id has no wildcard. */
function keysOf(workplaceId: string): string {
  return `${workplaceId}/%`
}

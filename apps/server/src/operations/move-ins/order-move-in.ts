import type { Statement } from '../../platform/db/batch.ts'

/** Returns the statement that creates the job of a move, or makes it due again. */
export function orderMoveIn(workplaceId: string, id: string, at: Date): Statement {
  return {
    name: 'move_in_order',
    text: `insert into job (workplace_id, id, root_id, element_key, kind, due_at, retries, priority, is_exclusive, is_suspended, data, created_at)
      values ($1, $2, $2, 'move-in', 'move-in', $3, 3, 0, false, false, '{}', $3)
      on conflict (workplace_id, id) do update set due_at = excluded.due_at, locked_by = null, locked_until = null, attempts = 0`,
    values: [workplaceId, id, at.toISOString()],
  }
}

/** Returns whether a move is in progress. */
export function isUnderWay(state: string): boolean {
  return state === 'checking' || state === 'moving' || state === 'stopping'
}

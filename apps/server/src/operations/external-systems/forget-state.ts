import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'

/**
 * Forgets what calls have left of a connection that is another one now: failures, a pause, and tokens.
 *
 * @param options.keepsTokens tokens belong to the sign-in, which is the same.
 */
export async function forgetState(
  tx: Tx,
  { workplace_id, id }: { readonly workplace_id: string; readonly id: string },
  { keepsTokens }: { readonly keepsTokens: boolean },
): Promise<void> {
  const noToken = {
    token_sealed: null,
    token_until: null,
    refresh_sealed: null,
    renewing_by: null,
    renewing_until: null,
  }
  await tx.query(
    kysely
      .updateTable('external_connection_state')
      .set({ next_at: null, failures: 0, paused_until: null, ...(!keepsTokens && noToken) })
      .where('workplace_id', '=', workplace_id)
      .where('connection_id', '=', id),
  )
}

import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'

/**
 * Deletes the state that earlier calls left for a changed connection: failures, a pause, and tokens.
 * @param options.keepsRefresh keeps the refresh token, because the sign-in is unchanged.
 * @param options.keepsToken keeps the access token too.
 */
export async function forgetState(
  tx: Tx,
  { workplace_id, id }: { readonly workplace_id: string; readonly id: string },
  { keepsRefresh, keepsToken }: { readonly keepsRefresh: boolean; readonly keepsToken: boolean },
): Promise<void> {
  const noToken = { token_sealed: null, token_until: null }
  // What is being renewed is not lost where it is for the same sign-in: a refresh token is given once.
  const noRefresh = { refresh_sealed: null, renewing_by: null, renewing_until: null }
  await tx.query(
    kysely
      .updateTable('external_connection_state')
      .set({
        next_at: null,
        failures: 0,
        paused_until: null,
        ...(!(keepsRefresh && keepsToken) && noToken),
        ...(!keepsRefresh && noRefresh),
      })
      .where('workplace_id', '=', workplace_id)
      .where('connection_id', '=', id),
  )
}

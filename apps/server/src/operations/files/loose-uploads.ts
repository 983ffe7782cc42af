import { formLinkLimits } from '@millrace/contract'
import type { Compilable } from 'kysely'
import { systemActor } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { guestName } from '../../runtime/forms/guest.ts'

/** How long an upload waits for the form that names it. */
const waitingHours = 24

/** Removes the uploads of a workplace that no form has named in time, whether or not anybody uploads something else. */
export async function removeLooseUploads(
  { db, clock }: { readonly db: Database; readonly clock: () => Date },
  workplaceId: string,
): Promise<void> {
  await db.withTransaction(systemActor(workplaceId, 'maintenance'), (tx) =>
    tx.queries(clearLooseUploads(workplaceId, clock())),
  )
}

/**
 * Deletes uploads of a workplace that no form has referenced in time. A draft of the uploader counts as a form. Uploads
 * by public links are kept for one hour, because their senders are unknown.
 */
export function clearLooseUploads(workplaceId: string, now: Date): Compilable {
  return kysely
    .deleteFrom('stored_file as f')
    .where('f.workplace_id', '=', workplaceId)
    .where('f.instance_id', 'is', null)
    .where('f.uploaded_at', '<', new Date(now.getTime() - formLinkLimits.waitingMinutes * 60_000))
    .where(({ eb, or }) =>
      or([
        eb('f.uploaded_at', '<', new Date(now.getTime() - waitingHours * 3_600_000)),
        eb('f.uploaded_by', 'like', `${guestName('')}%`),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('app_user as u')
            .innerJoin('form_draft as d', (join) =>
              join.onRef('d.workplace_id', '=', 'u.workplace_id').onRef('d.user_id', '=', 'u.id'),
            )
            .whereRef('u.workplace_id', '=', 'f.workplace_id')
            .whereRef('u.username', '=', 'f.uploaded_by')
            .where(({ eb }) => eb('f.id', '=', eb.fn.any('d.file_ids'))),
        ),
      ),
    )
}

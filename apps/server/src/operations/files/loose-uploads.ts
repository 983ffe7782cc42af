import type { Compilable } from 'kysely'
import { kysely } from '../../platform/db/kysely.ts'

/** How long an upload waits for the form that names it. */
const waitingHours = 24

/** Lets go of the uploads of a workplace that no form has named in time. A draft of whoever uploaded one is a form too. */
export function clearLooseUploads(workplaceId: string, now: Date): Compilable {
  return kysely
    .deleteFrom('stored_file as f')
    .where('f.workplace_id', '=', workplaceId)
    .where('f.instance_id', 'is', null)
    .where('f.uploaded_at', '<', new Date(now.getTime() - waitingHours * 3_600_000))
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

import { findWorkplaceId } from '../../platform/auth/find-workplace.ts'
import type { Database } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { FileAnswer } from '../../platform/http/route.ts'

export type PictureKind = 'logo' | 'favicon'

/** @param workplaceId null for whoever is not signed in: the default workplace. */
export async function findPicture(
  db: Database,
  workplaceId: string | null,
  kind: PictureKind,
): Promise<FileAnswer | Refusal> {
  const workplace = workplaceId ?? (await findWorkplaceId(db, null))
  const [picture] =
    workplace === null
      ? []
      : await db.withTransaction(workplace, (tx) =>
          tx.query(
            kysely
              .selectFrom('site_picture')
              .where('workplace_id', '=', workplace)
              .where('kind', '=', kind)
              .select(['content_type', 'bytes']),
          ),
        )
  if (picture === undefined) return refuse('thing.not-found', `Expected a ${kind} of the workplace, but it has none.`)
  return { content: picture.bytes, contentType: picture.content_type, fileName: kind }
}

export async function removePicture(db: Database, workplaceId: string, kind: PictureKind): Promise<void> {
  await db.withTransaction(workplaceId, (tx) =>
    tx.query(kysely.deleteFrom('site_picture').where('workplace_id', '=', workplaceId).where('kind', '=', kind)),
  )
}

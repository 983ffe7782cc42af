import type { PictureKind } from '../../operations/themes/read-picture.ts'
import type { Database } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { FileAnswer } from '../../platform/http/route.ts'

/** Finds a picture of a workplace. @param workplace null when the workplace does not exist. */
export async function findPicture(
  db: Database,
  workplace: string | null,
  kind: PictureKind,
): Promise<FileAnswer | Refusal> {
  const [picture] =
    workplace === null
      ? []
      : await db.read({ workplaceId: workplace }, (tx) =>
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

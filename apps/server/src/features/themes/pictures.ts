import type { User } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { FileAnswer } from '../../platform/http/route.ts'
import { actorOf } from '../../runtime/actor.ts'

export type PictureKind = 'logo' | 'favicon'

/** @param workplace null where there is no such workplace. */
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

export async function removePicture(db: Database, user: User, kind: PictureKind): Promise<void> {
  const { workplaceId } = user
  await db.withTransaction(actorOf(user), (tx) =>
    tx.query(kysely.deleteFrom('site_picture').where('workplace_id', '=', workplaceId).where('kind', '=', kind)),
  )
}

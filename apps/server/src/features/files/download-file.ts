import type { User } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { refuse } from '../../platform/errors/refusal.ts'
import type { StoreName } from '../../platform/files/file-store.ts'
import type { FileAnswer } from '../../platform/http/route.ts'
import { isInstanceVisible } from '../../runtime/rights/instance-rights.ts'
import type { Runtime } from '../../runtime/runtime.ts'

/** For whoever uploaded it, and for those who may see the instance that holds it. It is read as it is sent. */
export async function downloadFile(
  { db, files }: Pick<Runtime, 'db' | 'files'>,
  user: User,
  id: string,
): Promise<FileAnswer> {
  const { workplaceId, username } = user
  return db.read(user, async (tx) => {
    const [file] = isUuid(id)
      ? await tx.query(
          kysely
            .selectFrom('stored_file')
            .where('workplace_id', '=', workplaceId)
            .where('id', '=', id)
            .select(['name', 'type', 'size', 'uploaded_by', 'instance_id', 'kept_in']),
        )
      : []
    const isVisible =
      file !== undefined &&
      (file.uploaded_by === username ||
        (file.instance_id !== null && (await isInstanceVisible(tx, user, file.instance_id))))
    if (!isVisible) throw refuse('thing.not-found', 'Expected a file that you may see, but there is none with this id.')
    return {
      content: {
        size: file.size,
        tag: id,
        open: (from, to) => files.of(file.kept_in as StoreName).read({ workplaceId, id }, from, to),
      },
      contentType: /^[\w.+-]+\/[\w.+-]+$/.test(file.type) ? file.type : 'application/octet-stream',
      fileName: file.name,
    }
  })
}

import { noSuchFile, refuseFile } from '../../operations/files/policy.ts'
import type { Request } from '../../platform/auth/request.ts'
import { withoutHiding } from '../../platform/auth/restricted.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { StoreName } from '../../platform/files/file-store.ts'
import { toHarmlessType } from '../../platform/http/foreign-content.ts'
import type { FileAnswer } from '../../platform/http/route.ts'
import type { Runtime } from '../../runtime/runtime.ts'

/**
 * Returns the content of a file as a stream, for the user who uploaded it, and for users who may see the object that it
 * belongs to (`refuseFile`).
 */
export async function downloadFile(runtime: Runtime, request: Request, id: string): Promise<FileAnswer | Refusal> {
  const { db, files } = runtime
  const { workplaceId } = request
  // The operation decides: users keep their own uploads, and a form shows its files.
  const file = await db.read(withoutHiding(request), (tx) => findFile(tx, request.user, id))
  const refusal = await refuseFile(runtime, request, file)
  if (refusal !== null || file === null) return refusal ?? noSuchFile()
  return {
    content: {
      size: file.size,
      tag: id,
      open: (from, to) => files.of(file.kept_in as StoreName).read({ workplaceId, id }, from, to),
    },
    contentType: toHarmlessType(file.type),
    fileName: file.name,
  }
}

async function findFile(tx: Tx, { workplaceId }: Person, id: string) {
  const [file] = isUuid(id)
    ? await tx.query(
        kysely
          .selectFrom('stored_file')
          .where('workplace_id', '=', workplaceId)
          .where('id', '=', id)
          .select(['id', 'name', 'type', 'size', 'uploaded_by', 'instance_id', 'variable', 'kept_in']),
      )
    : []
  return file ?? null
}

import { type AnswerOf, type fileCalls, limits } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { Upload } from '../../platform/http/read-upload.ts'
import { headOf, sizeOf } from '../../platform/uploads/content.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { FileContext } from '../operation-context.ts'
import { findContentFault } from './content.ts'
import { clearLooseUploads } from './loose-uploads.ts'
import { refuseUpload } from './policy.ts'
import { refuseUnclean } from './refuse-unclean.ts'

/** Stores an uploaded file until a form references it. Unreferenced uploads are deleted after a time. */
export async function uploadFile(
  context: FileContext,
  request: Request,
  upload: Upload,
): Promise<AnswerOf<typeof fileCalls.upload> | Refusal> {
  return refuseUpload(request.user) ?? keepUpload(context, request, upload)
}

/** Stores an uploaded file like `uploadFile`, for callers whose permission comes from something other than a role. */
export async function keepUpload(
  context: FileContext,
  request: Request,
  { files }: Upload,
): Promise<AnswerOf<typeof fileCalls.upload> | Refusal> {
  const { db, clock, runtime } = context
  const { workplaceId, username } = request.user
  const [file] = files
  if (file === undefined) return refuse('request.invalid', 'Expected a part “file” with one file, but there is none.')
  const { type, content } = file
  const name = file.name.trim()
  const size = sizeOf(content)
  if (size >= limits.allFiles) return refuse('request.too-large', 'Total file size should be less than 50MB.')
  if (name === '' || name.length > limits.fileName || /[/\\]|\p{Cc}/u.test(name))
    return refuse(
      'file.refused',
      'Expected a file name of 1 to 50 visible characters, but it has another one. Rename the file.',
    )
  const fault = findContentFault(name, headOf(content))
  if (fault !== null) return refuse('file.refused', fault)
  const unclean = await refuseUnclean(context, request, { name, content })
  if (unclean !== null) return unclean
  const now = clock()
  const stored = { id: runtime.newId(), name, size, type: type.slice(0, 255) }
  const store = runtime.files.current
  const kept = await store.put({ workplaceId, id: stored.id }, content)
  await db.withTransaction(actorOf(request), async (tx) => {
    await kept.confirm(tx)
    await tx.queries(
      clearLooseUploads(workplaceId, now),
      kysely.insertInto('stored_file').values({
        workplace_id: workplaceId,
        ...stored,
        kept_in: store.name,
        bytes: kept.bytes,
        uploaded_at: now,
        uploaded_by: username,
      }),
    )
  })
  return stored
}

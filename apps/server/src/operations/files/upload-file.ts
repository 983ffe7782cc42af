import { type AnswerOf, type fileCalls, limits } from '@millrace/contract'
import { sql } from 'kysely'
import type { User } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { Upload } from '../../platform/http/read-upload.ts'
import { bytesOf } from '../../platform/uploads/bytes-of.ts'
import { headOf, sizeOf } from '../../platform/uploads/content.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { FileContext } from '../operation-context.ts'
import { findContentFault } from './content.ts'
import { refuseUpload } from './policy.ts'
import { refuseUnclean } from './refuse-unclean.ts'

/** How long an upload waits for the form that names it. */
const waitingHours = 24

/** Keeps an uploaded file until a form names it. Uploads that no form named in time go. */
export async function uploadFile(
  context: FileContext,
  user: User,
  { files }: Upload,
): Promise<AnswerOf<typeof fileCalls.upload> | Refusal> {
  const { db, clock, runtime } = context
  const refusal = refuseUpload(user)
  if (refusal !== null) return refusal
  const { workplaceId, username } = user
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
  const unclean = await refuseUnclean(context, user, { name, content })
  if (unclean !== null) return unclean
  const now = clock()
  const stored = { id: runtime.newId(), name, size, type: type.slice(0, 255) }
  await db.withTransaction(actorOf(user), (tx) =>
    tx.queries(
      kysely
        .deleteFrom('stored_file')
        .where('workplace_id', '=', workplaceId)
        .where('instance_id', 'is', null)
        .where('uploaded_at', '<', new Date(now.getTime() - waitingHours * 3_600_000))
        // A draft that names it is a form too.
        .where(sql<boolean>`id <> all(select unnest(file_ids) from form_draft where workplace_id = ${workplaceId})`),
      kysely.insertInto('stored_file').values({
        workplace_id: workplaceId,
        ...stored,
        bytes: bytesOf(content, workplaceId),
        uploaded_at: now,
        uploaded_by: username,
      }),
    ),
  )
  return stored
}

import { type AnswerOf, type fileCalls, formLinkLimits } from '@millrace/contract'
import { sql } from 'kysely'
import { countTry } from '../../platform/auth/count-try.ts'
import { isTooMany, type TooMany } from '../../platform/auth/too-many.ts'
import type { User } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { Upload } from '../../platform/http/read-upload.ts'
import { runSql } from '../../platform/list/sql.ts'
import { keepUpload } from '../files/upload-file.ts'
import type { FileContext } from '../operation-context.ts'
import { findFormLink, guestOf, workplaceOfLink } from './form-link.ts'
import { noSuchLink, refuseLink } from './policy.ts'

/** In a minute, from one address. */
const mostUploads = 60

/** Whoever may send files by a link: asked before anything of a file is read. */
export async function findUploader(
  context: FileContext,
  { token, address, cause }: { readonly token: string; readonly address: string; readonly cause: string },
): Promise<User | Refusal | TooMany> {
  const workplaceId = workplaceOfLink(token)
  if (workplaceId === null) return noSuchLink()
  const counted = await countTry(context, `form file ${address}`, mostUploads)
  if (isTooMany(counted)) return counted
  const link = await context.db.read({ workplaceId }, (tx) => findFormLink(tx, token))
  const refusal = refuseLink(link, context.clock())
  if (link === null || refusal !== null) return refusal ?? noSuchLink()
  const guest = guestOf(link, cause)
  return (await refuseMore(context, guest)) ?? guest
}

/** Null when there is room for another file. From many addresses many could be sent, and forms that name them never. */
async function refuseMore({ db }: FileContext, { workplaceId, username }: User): Promise<Refusal | null> {
  const [waiting] = await db.read({ workplaceId }, (tx) =>
    runSql<{ size: string }>(
      tx,
      sql`select coalesce(sum(size), 0) as size from stored_file
        where workplace_id = ${workplaceId}::uuid and instance_id is null and uploaded_by = ${username}`,
    ),
  )
  if (Number(waiting?.size ?? 0) < formLinkLimits.waitingBytes) return null
  return refuse(
    'file.refused',
    'Expected room for another file, but many wait for forms that were not sent. Send the form without it, or try again tomorrow.',
  )
}

/** Keeps a file until the form of the link is sent. */
export function uploadForLink(
  context: FileContext,
  guest: User,
  upload: Upload,
): Promise<AnswerOf<typeof fileCalls.upload> | Refusal> {
  return keepUpload(context, guest, upload)
}

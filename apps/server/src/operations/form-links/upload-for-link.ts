import type { AnswerOf, fileCalls } from '@millrace/contract'
import { countTry } from '../../platform/auth/count-try.ts'
import { isTooMany, type TooMany } from '../../platform/auth/too-many.ts'
import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { Upload } from '../../platform/http/read-upload.ts'
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
  return link === null || refusal !== null ? (refusal ?? noSuchLink()) : guestOf(link, cause)
}

/** Keeps a file until the form of the link is sent. */
export function uploadForLink(
  context: FileContext,
  guest: User,
  upload: Upload,
): Promise<AnswerOf<typeof fileCalls.upload> | Refusal> {
  return keepUpload(context, guest, upload)
}

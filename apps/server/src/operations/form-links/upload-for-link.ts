import { type AnswerOf, type fileCalls, limits } from '@millrace/contract'
import { countAmounts } from '../../platform/auth/count-amounts.ts'
import { countTry } from '../../platform/auth/count-try.ts'
import { networkOf } from '../../platform/auth/origin.ts'
import type { Occasion, Request } from '../../platform/auth/request.ts'
import { isTooMany, type TooMany } from '../../platform/auth/too-many.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { Upload } from '../../platform/http/read-upload.ts'
import type { Captchas } from '../captcha/refuse-unsolved.ts'
import { keepUpload } from '../files/upload-file.ts'
import type { FileContext } from '../operation-context.ts'
import { findFormLink, guestRequest, workplaceOfLink } from './form-link.ts'
import { noSuchLink, refuseLink } from './policy.ts'
import { refusePass } from './visit-pass.ts'

/** A person without an account who is about to upload a file. */
export interface Uploader extends Occasion {
  /** The token in the address of the link. */
  readonly token: string
  readonly visit?: string | undefined
  /** The proof that the captcha of the visit was solved. */
  readonly pass?: string | undefined
  readonly address: string
  /** The announced length of the body in bytes; null when the request does not have it. */
  readonly bytes: number | null
}

/** In a minute, from one network. */
const maxUploads = 60

/**
 * Finds the guest who may upload a file by a link. Called before the body of the file is read: nothing is stored before
 * the captcha is solved, or beyond the limits of the address, the link and all links of the workplace.
 */
export async function findUploader(
  context: FileContext & Pick<Captchas, 'secret'>,
  { token, address, cause, patience, bytes, ...solved }: Uploader,
): Promise<Request | Refusal | TooMany> {
  const workplaceId = workplaceOfLink(token)
  if (workplaceId === null) return noSuchLink()
  const counted = await countTry(context, `form file ${networkOf(address)}`, maxUploads)
  if (isTooMany(counted)) return counted
  const link = await context.db.read({ workplaceId }, (tx) => findFormLink(tx, token))
  const refusal = refuseLink(link, context.clock())
  if (link === null || refusal !== null) return refusal ?? noSuchLink()
  const unsolved = refusePass(context, { link, ...solved })
  if (unsolved !== null) return unsolved
  const { addressUploads, linkUploads, publicUploads } = context.runtime.budgets
  const room = await countAmounts(
    context,
    [
      { what: `form bytes of ${networkOf(address)}`, most: toKilobytes(addressUploads) },
      { what: `form bytes of link ${workplaceId} ${link.id}`, most: toKilobytes(linkUploads) },
      { what: `form bytes of workplace ${workplaceId}`, most: toKilobytes(publicUploads) },
    ],
    { amount: toKilobytes(bytes ?? limits.allFiles), minutes: 60 },
  )
  return room ?? guestRequest(link, { cause, patience })
}

function toKilobytes(bytes: number): number {
  return Math.ceil(bytes / 1000)
}

/** Stores a file until the form of its public link is sent. */
export function uploadForLink(
  context: FileContext,
  guest: Request,
  upload: Upload,
): Promise<AnswerOf<typeof fileCalls.upload> | Refusal> {
  return keepUpload(context, guest, upload)
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import { formLinkLimits } from '@millrace/contract'
import { countTry } from '../../platform/auth/count-try.ts'
import { networkOf } from '../../platform/auth/origin.ts'
import { isTooMany, type TooMany } from '../../platform/auth/too-many.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { type Captchas, refuseUnsolved } from '../captcha/refuse-unsolved.ts'
import type { OperationContext } from '../operation-context.ts'
import { type FormLink, findFormLink, workplaceOfLink } from './form-link.ts'
import { noSuchLink, refuseLink } from './policy.ts'

/** A captcha that was solved while a form was filled in. */
export interface SolvedCaptcha {
  /** The token in the address of the link. */
  readonly token: string
  /** The visit of the form that is filled in. */
  readonly visit: string
  readonly captcha: string
  /** The network address of the caller who solved the captcha. */
  readonly address: string
}

/** In a minute, from one network. */
const maxTries = 20

/**
 * Exchanges a solved captcha for a pass, because files are uploaded before their form and a captcha can be used once.
 * The pass is valid for one visit, which sends one form. It is signed and not stored.
 */
export async function createVisitPass(
  context: OperationContext & Captchas,
  { token, visit, captcha, address }: SolvedCaptcha,
): Promise<{ pass: string; seconds: number } | Refusal | TooMany> {
  const workplaceId = workplaceOfLink(token)
  if (workplaceId === null) return noSuchLink()
  const counted = await countTry(context, `form pass ${networkOf(address)}`, maxTries)
  if (isTooMany(counted)) return counted
  const now = context.clock()
  const link = await context.db.read({ workplaceId }, (tx) => findFormLink(tx, token))
  const refusal = refuseLink(link, now)
  if (link === null || refusal !== null) return refusal ?? noSuchLink()
  const unsolved = await refuseUnsolved(context, { workplaceId, response: captcha })
  if (unsolved !== null) return unsolved
  const seconds = formLinkLimits.waitingMinutes * 60
  const ends = now.getTime() + seconds * 1000
  return { pass: `${ends}.${sign(context.secret, { link, visit, ends })}`, seconds }
}

/**
 * Checks that the link has no captcha, or that it was solved for this visit less than an hour ago. Returns null if so,
 * otherwise a refusal.
 */
export function refusePass(
  { secret, clock }: Pick<OperationContext, 'clock'> & Pick<Captchas, 'secret'>,
  {
    link,
    visit,
    pass,
  }: { readonly link: FormLink; readonly visit?: string | undefined; readonly pass?: string | undefined },
): Refusal | null {
  if (!link.has_captcha) return null
  const [, ends = '', given = ''] = /^(\d{1,16})\.([\w-]{43})$/.exec(pass ?? '') ?? []
  if (visit === undefined || Number(ends) <= clock().getTime()) return noPass
  const right = sign(secret, { link, visit, ends: Number(ends) })
  return timingSafeEqual(Buffer.from(right), Buffer.from(given)) ? null : noPass
}

const noPass = refuse(
  'captcha.refused',
  'Expected a captcha that was solved for this form in the last hour, but there is none. Solve it, then upload the file.',
)

function sign(secret: string, { link, visit, ends }: { link: FormLink; visit: string; ends: number }): string {
  return createHmac('sha256', secret)
    .update(`form pass ${link.workplace_id} ${link.id} ${visit} ${ends}`)
    .digest('base64url')
}

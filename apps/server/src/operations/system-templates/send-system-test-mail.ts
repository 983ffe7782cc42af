import { mailTextsOf } from '@millrace/contract/mail-texts'
import type { Request } from '../../platform/auth/request.ts'
import { isTooMany, type TooMany } from '../../platform/auth/too-many.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { fillBuiltIn } from '../../runtime/mail/system/fill-built-in.ts'
import { findSystemText } from '../../runtime/mail/system/find-system-text.ts'
import { sampleFilling } from '../../runtime/mail/system/sample-filling.ts'
import { fillOwn } from '../../runtime/mail/system/write-system-mail.ts'
import { countTestMail, isOfWorkplace, orderTestMail, unknownRecipient } from '../email-templates/test-mail-order.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseSystemTemplates } from './policy.ts'
import { isSystemMail, noSuchSystemMail, type TemplateOf } from './system-template.ts'

export interface SystemTestMailOrder extends TemplateOf {
  readonly to: string
  /** The address at which browsers reach the server, for links. */
  readonly publicUrl: string
}

/**
 * Orders a job that sends a system template as saved, with sample values, to a user of the workplace after the commit.
 *
 * @returns the id of the mail.
 */
export async function sendSystemTestMail(
  context: OperationContext,
  request: Request,
  { mail, language, to, publicUrl }: SystemTestMailOrder,
): Promise<string | Refusal | TooMany> {
  const refusal = refuseSystemTemplates(request.user)
  if (refusal !== null) return refusal
  if (!isSystemMail(mail)) return noSuchSystemMail()
  const { db, clock, runtime } = context
  const { workplaceId } = request
  const [own, isKnown] = await db.read(request, (tx) =>
    Promise.all([findSystemText(tx, workplaceId, { mail, language }), isOfWorkplace(tx, workplaceId, to)]),
  )
  const counted = await countTestMail(context, request)
  if (isTooMany(counted)) return counted
  if (!isKnown) return unknownRecipient(to)
  const filling = sampleFilling(mail, { publicUrl, now: clock() })
  const written =
    own === null
      ? fillBuiltIn(mail, mailTextsOf(language).mails[mail], filling)
      : await fillOwn(runtime, workplaceId, { mail, own, filling })
  if (written instanceof Refusal) return written
  return orderTestMail(context, request, { of: { systemMail: mail }, to, mail: written })
}

import type { Request } from '../../platform/auth/request.ts'
import { isTooMany, type TooMany } from '../../platform/auth/too-many.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { renderMailText } from '../../runtime/mail/read-mail-text.ts'
import type { OperationContext } from '../operation-context.ts'
import { loadRecord } from '../records/load-record.ts'
import { emailTemplateRecord } from './email-template.ts'
import { refuseMailDesigner } from './policy.ts'
import { countTestMail, isOfWorkplace, orderTestMail, unknownRecipient } from './test-mail-order.ts'

export interface TestMailOrder {
  readonly id: string
  readonly to: string
  /** Values of process variables by name. */
  readonly sample: Readonly<Record<string, unknown>>
}

/**
 * Sends a mail of a template after the commit, by a job. Only users of the workplace can be recipients, because the
 * server sends the designer's text in its own name.
 *
 * @returns the id of the mail.
 */
export async function sendTestMail(
  context: OperationContext,
  request: Request,
  { id, to, sample }: TestMailOrder,
): Promise<string | Refusal | TooMany> {
  const { user } = request
  const refusal = refuseMailDesigner(user, id)
  if (refusal !== null) return refusal
  const { db, runtime } = context
  const { workplaceId } = user
  const [template, isKnown] = await db.read(request, (tx) =>
    Promise.all([loadRecord(tx, user, emailTemplateRecord, id), isOfWorkplace(tx, workplaceId, to)]),
  )
  if (template instanceof Refusal) return template
  const counted = await countTestMail(context, request)
  if (isTooMany(counted)) return counted
  if (!isKnown) return unknownRecipient(to)
  const mail = await renderMailText(runtime, user, { text: template, sample })
  if (mail instanceof Refusal) return mail
  const [first] = mail.missing
  if (template.missing_values === 'refuse' && first !== undefined)
    return refuse(
      'template.values-missing',
      `Expected a value for each placeholder of “${template.name}”, but ${first.placeholder} has none: ${first.message} Add it to the sample values.`,
      mail.missing.map(({ placeholder, message }) => ({ where: placeholder, message })),
    )
  return orderTestMail(context, request, { of: { templateId: id }, to, mail })
}

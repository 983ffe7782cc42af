import type { Request } from '../../platform/auth/request.ts'
import { isTooMany, type TooMany } from '../../platform/auth/too-many.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { countTestMail, isOfWorkplace, orderTestMail, unknownRecipient } from '../email-templates/test-mail-order.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseSettings } from './policy.ts'

export interface SettingsMailOrder {
  readonly to: string
  /** The address at which browsers reach the server, for the link. */
  readonly publicUrl: string
}

/**
 * Orders a job that sends a test mail by the current mail server settings after the commit.
 *
 * @returns the id of the mail.
 */
export async function sendSettingsMail(
  context: OperationContext,
  request: Request,
  { to, publicUrl }: SettingsMailOrder,
): Promise<string | Refusal | TooMany> {
  const refusal = refuseSettings(request.user)
  if (refusal !== null) return refusal
  const isKnown = await context.db.read(request, (tx) => isOfWorkplace(tx, request.workplaceId, to))
  const counted = await countTestMail(context, request)
  if (isTooMany(counted)) return counted
  if (!isKnown) return unknownRecipient(to)
  const text = `This mail shows that the mail server of ${publicUrl} works. An administrator sent it from the settings.`
  const mail = { subject: 'Test of the mail server', html: `<p>${escapeHtml(text)}</p>`, text }
  return orderTestMail(context, request, { of: { systemMail: 'settings' }, to, mail })
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

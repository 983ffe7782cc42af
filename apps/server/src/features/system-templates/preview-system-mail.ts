import type { MailPreview } from '@millrace/contract'
import { isSystemMail, noSuchSystemMail } from '../../operations/system-templates/system-template.ts'
import type { Person } from '../../platform/auth/user.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { checkSystemText } from '../../runtime/mail/system/check-system-text.ts'
import type { Runtime } from '../../runtime/runtime.ts'

/** Renders a system mail as it would be sent. Refuses the same texts as saving does. */
export async function previewSystemMail(
  runtime: Runtime,
  { workplaceId }: Person,
  { mail, publicUrl, ...text }: { mail: string; subject: string; html: string; publicUrl: string },
): Promise<MailPreview | Refusal> {
  if (!isSystemMail(mail)) return noSuchSystemMail()
  const checked = await checkSystemText(runtime, workplaceId, { mail, ...text, publicUrl })
  return checked instanceof Refusal ? checked : { ...checked.sample, missing: [] }
}

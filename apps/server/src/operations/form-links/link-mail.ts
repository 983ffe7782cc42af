import { mailTextsOf } from '@millrace/contract/mail-texts'
import type { Statement } from '../../platform/db/batch.ts'
import { fillFormMail } from '../../runtime/mail/system/fill-form-mail.ts'
import { secretMailStatements } from '../secret-mail.ts'

/** A mail of the product with a link to a form. */
export interface LinkMail {
  readonly id: string
  readonly mail: 'formLink' | 'savedForm'
  readonly to: string
  /** The name of the form. */
  readonly name: string
  /** The address that it leads to. */
  readonly way: string
  /** Until when it leads there; null: always. */
  readonly until: string | null
  readonly at: string
}

/** Returns the statements that order a mail with a link to a form. It is sent after the commit. */
export function linkMailStatements(workplaceId: string, { name, way, until, ...mail }: LinkMail): Statement[] {
  const filling = fillFormMail({ name, way, until }, mailTextsOf(null))
  return secretMailStatements(workplaceId, { ...mail, filling, job: 'link-mail' })
}

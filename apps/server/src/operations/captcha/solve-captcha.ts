import type { TooMany } from '../../platform/auth/too-many.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import type { OutgoingClient } from '../../platform/outgoing/http-client.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'
import type { OperationContext } from '../operation-context.ts'
import { checkRiddle } from './house-captcha.ts'
import { verifyCaptcha } from './verify-captcha.ts'

interface CaptchaContext extends OperationContext {
  readonly outgoing: OutgoingClient
  readonly secret: string
}

/** Null when a form may be taken: by the service that the workplace has named, else by the riddle of the house. */
export async function solveCaptcha(
  context: CaptchaContext,
  solved: { readonly workplaceId: string; readonly address: string; readonly response: string },
): Promise<Refusal | TooMany | null> {
  const settings = await readSettings(context.db, solved.workplaceId)
  if (settings['captcha.verifyUrl'] === null) return checkRiddle(context, solved)
  const verified = await verifyCaptcha(context, solved)
  return verified instanceof Refusal || 'retryAfterSeconds' in verified ? verified : null
}

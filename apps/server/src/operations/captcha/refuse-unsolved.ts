import { type CaptchaConfig, captchaServices } from '../../platform/captcha-config.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OutgoingClient } from '../../platform/outgoing/http-client.ts'
import type { OperationContext } from '../operation-context.ts'
import { askService, unsolved } from './ask-service.ts'
import { checkRiddle } from './house-captcha.ts'

/** The secret, clock and captcha service that the check of the captcha of a public form needs. */
export interface Captchas {
  /** The secret that signs built-in captchas. */
  readonly secret: string
  readonly outgoing: OutgoingClient
  /** `captcha` is null for the built-in captcha. */
  readonly config: { readonly captcha: CaptchaConfig | null }
}

/**
 * Checks that the captcha of a public form was solved, by the configured captcha service or the built-in captcha.
 * Returns null if so, otherwise a refusal.
 */
export async function refuseUnsolved(
  context: Pick<OperationContext, 'db' | 'clock'> & Captchas,
  { workplaceId, response }: { readonly workplaceId: string; readonly response: string | null },
): Promise<Refusal | null> {
  const { captcha } = context.config
  if (captcha === null) return checkRiddle(context, { workplaceId, response: response ?? '' })
  if (response === null || response === '') return unsolved
  const { verifyUrl: url } = captchaServices[captcha.kind]
  return askService(context.outgoing, { url, secret: captcha.secret, response })
}

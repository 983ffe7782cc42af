import { type CaptchaServiceKind, captchaServiceKinds } from '@millrace/contract'
import { StartFailure } from './start-failure.ts'

/** An external captcha service for public forms, in place of the built-in captcha. */
export interface CaptchaConfig {
  readonly kind: CaptchaServiceKind
  /** The public key of the site, which pages contain. */
  readonly siteKey: string
  readonly secret: string
}

interface Service {
  readonly verifyUrl: string
  /** The sources of its scripts and frames, for a content security policy. */
  readonly sources: readonly string[]
}

/** The addresses of captcha services, from their documentation. */
export const captchaServices: Readonly<Record<CaptchaServiceKind, Service>> = {
  recaptcha: {
    verifyUrl: 'https://www.google.com/recaptcha/api/siteverify',
    sources: [
      'https://www.google.com/recaptcha/',
      'https://www.gstatic.com/recaptcha/',
      'https://recaptcha.google.com/recaptcha/',
    ],
  },
  hcaptcha: {
    verifyUrl: 'https://api.hcaptcha.com/siteverify',
    sources: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  },
  turnstile: {
    verifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    sources: ['https://challenges.cloudflare.com'],
  },
}

/**
 * Reads the variables `MILLRACE_CAPTCHA…`. Null: the built-in captcha.
 *
 * @throws StartFailure naming the first variable with a bad value, and why; never with the secret.
 */
export function readCaptchaConfig(value: (name: string) => string | null): CaptchaConfig | null {
  const text = value('MILLRACE_CAPTCHA')
  if (text === null) return null
  const kind = captchaServiceKinds.find((known) => known === text)
  if (kind === undefined)
    throw new StartFailure(
      `Expected MILLRACE_CAPTCHA to be one of ${captchaServiceKinds.join(', ')}, but it is “${text}”.`,
    )
  const siteKey = value('MILLRACE_CAPTCHA_SITE_KEY')
  const secret = value('MILLRACE_CAPTCHA_SECRET')
  if (siteKey === null || secret === null)
    throw new StartFailure(
      `Expected ${siteKey === null ? 'MILLRACE_CAPTCHA_SITE_KEY' : 'MILLRACE_CAPTCHA_SECRET'} to be set beside MILLRACE_CAPTCHA, but it is not.`,
    )
  return { kind, siteKey, secret }
}

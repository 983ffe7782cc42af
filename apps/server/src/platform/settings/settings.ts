import { sessionLimits } from '@millrace/contract'

/** What the administrators of a workplace can set, by key. */
export interface Settings {
  readonly 'session.idleSeconds': number
  /** Minutes between the browser's own refreshes of a session. */
  readonly 'session.refreshMinutes': number
  /** Wrong passwords in a row that lock an account, and for how long. */
  readonly 'signIn.failedTries': number
  readonly 'signIn.lockedMinutes': number
  /** Least characters of a new password. */
  readonly 'password.minimumLength': number
  /**
   * The service that checks captchas, and our secret there. It takes a form with `secret` and `response` and answers JSON
   * with `success`, as hCaptcha, Turnstile and reCAPTCHA do.
   */
  readonly 'captcha.verifyUrl': string | null
  readonly 'captcha.secret': string | null
  /** A link in the menu to whatever watches the application. */
  readonly 'monitor.enabled': boolean
  readonly 'monitor.url': string | null
  readonly 'privacyPolicy.enabled': boolean
  readonly 'privacyPolicy.linkName': string | null
  readonly 'privacyPolicy.linkUrl': string | null
  readonly 'help.url': string | null
  readonly 'licence.key': string | null
  readonly 'licence.applications': string | null
  /** YYYY-MM-DD */
  readonly 'licence.expiryDate': string | null
}

export const defaultSettings: Settings = {
  'session.idleSeconds': sessionLimits.idleSeconds,
  'session.refreshMinutes': sessionLimits.refreshMinutes,
  'signIn.failedTries': sessionLimits.failedTries,
  'signIn.lockedMinutes': sessionLimits.lockedMinutes,
  'password.minimumLength': sessionLimits.passwordLength,
  'captcha.verifyUrl': null,
  'captcha.secret': null,
  'monitor.enabled': false,
  'monitor.url': null,
  'privacyPolicy.enabled': false,
  'privacyPolicy.linkName': null,
  'privacyPolicy.linkUrl': null,
  'help.url': '/help',
  'licence.key': null,
  'licence.applications': null,
  'licence.expiryDate': null,
}

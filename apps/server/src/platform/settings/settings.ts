import { sessionLimits } from '@millrace/contract'

/** What the administrators of a workplace can set, by key. */
export interface Settings {
  readonly 'session.idleSeconds': number
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

import type { SettingGroup, SettingUnit } from '../settings/setting.ts'
import { adminDashboard } from './admin-dashboard.ts'

/** The page of settings. */
const adminSettings = {
  help: 'Changes apply within seconds, except settings that need a restart.',
  failed: 'Error while fetching settings',
  groups: 'Groups of settings',
  search: 'Search settings',
  noneFound: 'No settings match your search.',
  onlyChanged: 'Only changed settings',
  noneChanged: 'No changed settings in this group.',
  changed_one: '{{count}} changed',
  changed_other: '{{count}} changed',
  count_one: '{{count}} setting',
  count_other: '{{count}} settings',
  found: 'Search results',
  on: 'On',
  off: 'Off',
  empty: 'none',
  default: 'Default, {{value}}',
  defaultNone: 'Default',
  changedBy: 'Changed by {{name}} on {{when}}.',
  changedOn: 'Changed on {{when}}.',
  defaultIs: 'Default {{value}}',
  reset: 'Reset',
  resetOf: 'Reset {{name}}',
  fixed: 'Fixed by the environment variable',
  needsRestart: 'Needs a restart',
  notSaved: 'Not saved.',
  was: 'Was {{value}}.',
  undo: 'Undo',
  undoOf: 'Undo the change of {{name}}',
  secretSet: 'A value is set',
  secretNone: 'No value is set',
  secretRemoved: 'Will be removed',
  replace: 'Replace',
  replaceOf: 'Replace {{name}}',
  set: 'Enter',
  setOf: 'Enter {{name}}',
  remove: 'Remove',
  removeOf: 'Remove {{name}}',
  range: '{{min}} to {{max}}.',
  least: 'At least {{min}}.',
  history: 'History',
  unsaved_one: '{{count}} unsaved change',
  unsaved_other: '{{count}} unsaved changes',
  discard: 'Discard',
  save: 'Save changes',
  saved_one: '{{count}} setting saved',
  saved_other: '{{count}} settings saved',
  saveFailed: 'The settings were not saved',
  stillHere: 'Your changes are kept.',
  conflict: '{{name}} changed this in the meantime',
  conflictText: 'Saved now: {{theirs}}. Yours: {{mine}}.',
  keepMine: 'Keep mine',
  takeTheirs: 'Keep theirs',
  conflictLeft: 'Somebody else changed settings in the meantime. Choose a value for each of them, then save again.',
  invalid: 'Some values are not valid:',
  testHint:
    'Sends a mail with the saved settings to a user of this workplace, and shows the answer of the mail server.',
  faultNumber: 'Enter a whole number from {{min}} to {{max}}.',
  faultLength: 'Enter at most {{max}} characters.',
} as const

const settingGroup = {
  general: 'General',
  mail: 'Mail',
  signIn: 'Session and sign-in',
  publicForms: 'Public forms',
  uploads: 'Uploads and virus scan',
  autoSave: 'Auto save',
  retention: 'Retention',
  calendars: 'Calendars',
  jobs: 'Job executor',
  budgets: 'Budgets',
  maintenance: 'Maintenance and banner',
} as const satisfies Record<SettingGroup, string>

const settingUnit = {
  seconds: 'seconds',
  minutes: 'minutes',
  days: 'days',
  ms: 'ms',
  bytes: 'bytes',
  characters: 'characters',
  units: 'units of work',
  count: '',
} as const satisfies Record<SettingUnit, string>

/** By the parts of the key. Those of budgets are made of their names. */
const settingName = {
  help: { url: 'Help address' },
  strapline: { text: 'Strapline' },
  privacyPolicy: {
    enabled: 'Show privacy policy',
    linkName: 'Privacy policy name',
    linkUrl: 'Privacy policy address',
  },
  monitor: { enabled: 'Show Monitor Application', url: 'Monitoring address' },
  mail: {
    host: 'Mail server',
    port: 'Port',
    security: 'Encryption',
    username: 'Username',
    password: 'Password',
    from: 'Sender address',
  },
  session: { idleSeconds: 'Session timeout', refreshMinutes: 'Token refresh interval' },
  signIn: { failedTries: 'Failed attempts', lockedMinutes: 'Lock-out time' },
  password: {
    minimumLength: 'Minimum password length',
    history: 'Earlier passwords refused',
    maximumAgeDays: 'Maximum password age',
  },
  secondFactor: { roles: 'Roles that need a second factor' },
  captcha: { verifyUrl: 'Captcha service address', secret: 'Captcha secret' },
  uploads: { clamd: 'Virus scanner' },
  autoSave: { enabled: 'Auto save by default', seconds: 'Auto save interval' },
  retention: {
    draftDays: 'Drafts',
    readNoticeDays: 'Read notifications',
    noticeDays: 'All notifications',
    receiptDays: 'Receipts of public forms',
    linkDays: 'Ended public links',
  },
  calendar: { default: 'Default business calendar' },
  jobs: {
    enabled: 'Run jobs',
    lanes: 'Steps at the same time',
    lanesOfWorkplace: 'Steps of one workplace',
    lookSeconds: 'Look for jobs every',
    leaseSeconds: 'Job lock time',
  },
  maintenance: { enabled: 'Maintenance mode', text: 'Maintenance message' },
  banner: { text: 'Banner', kind: 'Banner kind' },
} as const

const settingHelp = {
  help: { url: 'Address of Help in the profile menu. Leave empty to hide Help.' },
  strapline: { text: 'One line below the product name on the sign-in page.' },
  privacyPolicy: {
    enabled: 'Shows a link in the profile menu. It needs a name and an address.',
    linkName: 'Text of the link.',
    linkUrl: 'For example https://www.example.org/privacy.',
  },
  monitor: {
    enabled: 'Shows Monitor Application in the menu. It needs an address.',
    url: 'Opens in a new tab, for example https://monitor.example.org.',
  },
  mail: {
    host: 'Name of the SMTP server. Leave empty to send no mails.',
    port: '587 for STARTTLS, 465 for TLS.',
    security: 'Protection of the connection to the mail server.',
    username: 'Leave empty for a server without sign-in.',
    password: 'Stored encrypted and never shown again.',
    from: 'Sender of mails without a sender of their own, for example flow@example.org.',
  },
  session: {
    idleSeconds: 'A session ends after this time without a request. Applies to open sessions too.',
    refreshMinutes: 'How often the browser refreshes its session. Applies when the page is loaded again.',
  },
  signIn: {
    failedTries: 'Number of wrong passwords in a row that locks an account.',
    lockedMinutes: 'Time until a locked account is unlocked.',
  },
  password: {
    minimumLength: 'Applies to new passwords.',
    history: 'Users cannot choose one of their last passwords again. With 0, only the current one is refused.',
    maximumAgeDays: 'After this time, users choose a new password when they sign in. With 0, passwords never expire.',
  },
  secondFactor: {
    roles: 'Users with one of these roles set up an authenticator app or a passkey at the next sign-in with a password.',
  },
  captcha: {
    verifyUrl: 'A service that checks captchas, for example https://hcaptcha.com/siteverify.',
    secret: 'Stored encrypted and never shown again.',
  },
  uploads: { clamd: 'For example tcp://clamd.example.org:3310. Leave empty to scan no files.' },
  autoSave: {
    enabled: 'For designers without their own choice.',
    seconds: 'At most the session timeout minus 10 seconds.',
  },
  retention: {
    draftDays: 'Drafts that nobody changed for this time are removed.',
    readNoticeDays: 'Notifications are removed this long after their creation when they were read.',
    noticeDays: 'Notifications are removed after this time, read or not.',
    receiptDays: 'Receipts are removed this long after the form was sent, when the instance has ended.',
    linkDays: 'Links that have ended, expired or been used are removed after this time.',
  },
  calendar: { default: 'Name of the calendar that models use as “default”.' },
  jobs: {
    enabled: 'When off, all jobs wait: timers, mails and calls. Running jobs finish.',
    lanes: 'Maximum on each server.',
    lanesOfWorkplace: 'Maximum on each server, at most the number of all steps.',
    lookSeconds: 'Interval in which servers look for jobs without an announcement.',
    leaseSeconds: 'If a server fails, another server takes over its jobs after this time.',
  },
  maintenance: {
    enabled: 'Everyone can read, but only administrators can make changes. A banner is shown.',
    text: 'Shown in the banner, for example: Back at 14:00.',
  },
  banner: { text: 'Shown above every page of this workplace.', kind: 'Style of the banner.' },
} as const

/** Choices by the last part of the key. */
const settingChoice = {
  security: {
    offered: 'STARTTLS if the server offers it',
    required: 'STARTTLS required',
    tls: 'TLS',
    none: 'None',
  },
  kind: { info: 'Information', warning: 'Warning' },
} as const

/** Texts of administrators' pages that no other page needs. */
export const settingTexts = {
  adminDashboard,
  adminSettings,
  settingChoice,
  settingGroup,
  settingHelp,
  settingName,
  settingUnit,
} as const

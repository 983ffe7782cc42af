import { type Budget, type BudgetName, budgets } from '../budgets.ts'
import { formLinkLimits } from '../form-links.ts'
import { autoSaveInterval, limits, sessionLimits } from '../limits.ts'
import { noticeLimits } from '../notices.ts'
import { roles } from '../roles.ts'
import { highestOf, liveBudgets } from './live-budgets.ts'
import type { Setting } from './setting.ts'

const address = 2_000
const longest = 3_650
const ofWorkplace = { scope: 'workplace' } as const
const ofInstallation = { scope: 'installation' } as const

const general = { ...ofWorkplace, group: 'general' } as const
const mail = { ...ofInstallation, group: 'mail' } as const
const smtp = { ...mail, environment: 'MILLRACE_SMTP_URL' } as const
const signIn = { ...ofWorkplace, group: 'signIn' } as const
const sso = (name: string) =>
  ({ ...ofInstallation, group: 'singleSignOn', environment: `MILLRACE_OIDC_${name}` }) as const
const publicForms = { ...ofWorkplace, group: 'publicForms' } as const
const assistants = { ...ofWorkplace, group: 'assistants', kind: 'switch' } as const
const alerts = { ...ofWorkplace, group: 'alerts' } as const
const autoSave = { ...ofWorkplace, group: 'autoSave' } as const
const retention = { ...ofWorkplace, group: 'retention', kind: 'number', min: 1, max: longest, unit: 'days' } as const
const history = { ...ofWorkplace, group: 'history' } as const
const variables = { ...ofWorkplace, group: 'variables' } as const
/** Days; 0: for ever. */
const lifetime = { ...history, kind: 'number', default: 0, min: 0, max: longest, unit: 'days' } as const
const jobs = { ...ofInstallation, group: 'jobs' } as const

const own = {
  'help.url': { ...general, kind: 'text', default: '/help', max: address, pattern: 'helpUrl' },
  'strapline.text': { ...general, kind: 'text', default: '', max: limits.shortDescription, pattern: 'strapline' },
  'privacyPolicy.enabled': { ...general, kind: 'switch', default: false },
  'privacyPolicy.linkName': { ...general, kind: 'text', default: '', max: limits.name, pattern: 'settingValue' },
  'privacyPolicy.linkUrl': { ...general, kind: 'text', default: '', max: address, pattern: 'helpUrl' },
  'monitor.enabled': { ...general, kind: 'switch', default: false },
  'monitor.url': { ...general, kind: 'text', default: '', max: address, pattern: 'helpUrl' },

  'mail.host': { ...smtp, kind: 'text', default: '', max: limits.organisation, pattern: 'hostName' },
  'mail.port': { ...smtp, kind: 'number', default: 587, min: 0, max: limits.port },
  'mail.security': {
    ...smtp,
    kind: 'choice',
    default: 'offered',
    /** STARTTLS when the server offers it; STARTTLS or nothing; TLS from the start; none. */
    choices: ['offered', 'required', 'tls', 'none'],
  },
  'mail.username': { ...smtp, kind: 'text', default: '', max: limits.username, pattern: 'settingValue' },
  'mail.password': { ...smtp, kind: 'secret', default: '', max: limits.password, pattern: 'mailPassword' },
  'mail.from': {
    ...{ ...mail, environment: 'MILLRACE_MAIL_FROM' },
    ...{ kind: 'text', default: '', max: limits.email, pattern: 'sender' },
  },

  'session.idleSeconds': {
    ...{ ...signIn, kind: 'number', default: sessionLimits.idleSeconds },
    ...{ min: 120, max: sessionLimits.longestHours * 3_600, unit: 'seconds' },
  },
  'session.refreshMinutes': {
    ...{ ...signIn, kind: 'number', default: sessionLimits.refreshMinutes },
    ...{ min: 1, max: 60, unit: 'minutes' },
  },
  'signIn.failedTries': { ...signIn, kind: 'number', default: sessionLimits.failedTries, min: 1, max: 100 },
  'signIn.lockedMinutes': {
    ...{ ...signIn, kind: 'number', default: sessionLimits.lockedMinutes },
    ...{ min: 1, max: 1_440, unit: 'minutes' },
  },
  'password.minimumLength': {
    ...{ ...signIn, kind: 'number', default: sessionLimits.passwordLength },
    ...{ min: sessionLimits.passwordLength, max: 64, unit: 'characters' },
  },

  'password.history': { ...signIn, kind: 'number', default: 0, min: 0, max: 24, unit: 'count' },
  'password.maximumAgeDays': { ...signIn, kind: 'number', default: 0, min: 0, max: longest, unit: 'days' },
  'signIn.emergencyUser': { ...signIn, kind: 'text', default: '', max: limits.username, pattern: 'username' },
  'scim.hierarchy': { ...signIn, kind: 'text', default: '', max: limits.name, pattern: 'settingValue' },
  'secondFactor.roles': { ...signIn, kind: 'choices', default: '', choices: roles },

  'sso.issuer': { ...sso('ISSUER'), kind: 'text', default: '', max: address, pattern: 'issuer' },
  'sso.clientId': { ...sso('CLIENT_ID'), kind: 'text', default: '', max: limits.organisation, pattern: 'settingValue' },
  'sso.clientSecret': {
    ...{ ...sso('CLIENT_SECRET'), kind: 'secret' },
    ...{ default: '', max: limits.password, pattern: 'mailPassword' },
  },
  'sso.label': { ...sso('LABEL'), kind: 'text', default: '', max: limits.name, pattern: 'settingValue' },
  'sso.scopes': {
    ...{ ...sso('SCOPES'), kind: 'text', default: 'openid profile email' },
    ...{ max: limits.organisation, pattern: 'settingValue' },
  },
  'sso.usernameClaim': {
    ...{ ...sso('USERNAME_CLAIM'), kind: 'text', default: 'preferred_username' },
    ...{ max: limits.name, pattern: 'settingValue' },
  },
  'sso.rolesClaim': { ...sso('ROLES_CLAIM'), kind: 'text', default: '', max: limits.name, pattern: 'settingValue' },
  'sso.roleMapping': {
    ...{ ...sso('ROLE_MAPPING'), kind: 'text', default: '' },
    ...{ max: address, pattern: 'settingValue' },
  },
  'sso.workplacesClaim': {
    ...{ ...sso('WORKPLACES_CLAIM'), kind: 'text', default: '' },
    ...{ max: limits.name, pattern: 'settingValue' },
  },

  'captcha.verifyUrl': { ...publicForms, kind: 'text', default: '', max: address, pattern: 'helpUrl' },
  'captcha.secret': { ...publicForms, kind: 'secret', default: '', max: limits.password, pattern: 'mailPassword' },

  'assistants.enabled': { ...assistants, default: true },
  'assistants.claim_task': { ...assistants, default: false },
  'assistants.complete_task': { ...assistants, default: false },
  'assistants.add_comment': { ...assistants, default: false },
  'assistants.start_process': { ...assistants, default: false },
  'assistants.retry_incident': { ...assistants, default: false },
  'assistants.cancel_instance': { ...assistants, default: true },

  'alerts.recipients': { ...alerts, kind: 'text', default: '', max: address, pattern: 'emails' },
  'alerts.webhookUrl': { ...alerts, kind: 'text', default: '', max: address, pattern: 'webAddress' },
  'alerts.webhookSecret': { ...alerts, kind: 'secret', default: '', max: limits.password, pattern: 'mailPassword' },
  'alerts.minutes': { ...alerts, kind: 'number', default: 15, min: 1, max: 1_440, unit: 'minutes' },

  'uploads.clamd': {
    ...{ ...ofInstallation, group: 'uploads', environment: 'MILLRACE_CLAMD' },
    ...{ kind: 'text', default: '', max: limits.organisation, pattern: 'scannerAddress' },
  },

  'autoSave.enabled': { ...autoSave, kind: 'switch', default: false },
  'autoSave.seconds': {
    ...{ ...autoSave, kind: 'number', default: autoSaveInterval.default },
    ...{ min: autoSaveInterval.min, max: autoSaveInterval.max, unit: 'seconds' },
  },

  'retention.draftDays': { ...retention, default: 90 },
  'retention.readNoticeDays': { ...retention, default: noticeLimits.readDays },
  'retention.noticeDays': { ...retention, default: noticeLimits.days },
  'retention.receiptDays': { ...retention, default: formLinkLimits.receiptDays },
  'retention.linkDays': { ...retention, default: formLinkLimits.overDays },

  'history.removalTime': { ...history, kind: 'choice', default: 'end', choices: ['end', 'start', 'none'] },
  'history.cleanUpFrom': { ...history, kind: 'text', default: '01:00', max: 5, pattern: 'timeOfDay' },
  'history.cleanUpUntil': { ...history, kind: 'text', default: '05:00', max: 5, pattern: 'timeOfDay' },
  'history.taskDays': lifetime,
  'history.batchDays': lifetime,
  'history.operationDays': lifetime,

  'variables.restricted': { ...variables, kind: 'text', default: '', max: address, pattern: 'variableNames' },

  'calendar.default': {
    ...{ ...ofWorkplace, group: 'calendars', kind: 'text' },
    ...{ default: '', max: limits.name, pattern: 'settingValue' },
  },

  'jobs.enabled': { ...jobs, kind: 'switch', default: true },
  'jobs.lanes': { ...jobs, kind: 'number', default: 6, min: 1, max: 64 },
  'jobs.lanesOfWorkplace': { ...jobs, kind: 'number', default: 4, min: 1, max: 64 },
  'jobs.lookSeconds': { ...jobs, kind: 'number', default: 5, min: 1, max: 60, unit: 'seconds' },
  'jobs.leaseSeconds': { ...jobs, kind: 'number', default: 30, min: 10, max: 600, unit: 'seconds' },

  /** 0: no warning. */
  'backup.warnDays': {
    ...{ ...ofInstallation, group: 'maintenance', kind: 'number', default: 7 },
    ...{ min: 0, max: longest, unit: 'days' },
  },
  'maintenance.enabled': { ...ofInstallation, group: 'maintenance', kind: 'switch', default: false },
  'maintenance.text': {
    ...{ ...ofInstallation, group: 'maintenance', kind: 'text' },
    ...{ default: '', max: limits.disabledReason, pattern: 'settingValue' },
  },
  'audit.headUrl': {
    ...{ ...ofWorkplace, group: 'maintenance', kind: 'text' },
    ...{ default: '', max: address, pattern: 'webAddress' },
  },
  'audit.headEmail': {
    ...{ ...ofWorkplace, group: 'maintenance', kind: 'text' },
    ...{ default: '', max: limits.email, pattern: 'sender' },
  },
  'banner.text': {
    ...{ ...ofWorkplace, group: 'maintenance', kind: 'text' },
    ...{ default: '', max: limits.disabledReason, pattern: 'settingValue' },
  },
  'banner.kind': {
    ...ofWorkplace,
    group: 'maintenance',
    kind: 'choice',
    default: 'info',
    choices: ['info', 'warning'],
  },
} as const satisfies Readonly<Record<string, Setting>>

type OwnSettings = typeof own

export type OwnSettingKey = keyof OwnSettings
export type BudgetKey = `budget.${BudgetName}`
export type SettingKey = OwnSettingKey | BudgetKey

interface BudgetSetting {
  readonly kind: 'number'
  readonly group: 'budgets' | 'uploads'
  readonly scope: 'installation'
  readonly environment: 'MILLRACE_BUDGETS'
  readonly default: number
  readonly min: number
  readonly max: number
  readonly unit: (typeof budgets)[BudgetName]['unit']
  readonly needsRestart?: true
}

/** Budgets of uploads are beside the virus scan. */
const ofUploads: ReadonlySet<string> = new Set(['addressUploads', 'linkUploads', 'publicUploads'])

const ofBudgets = Object.fromEntries(
  Object.entries<Budget>(budgets).map(([name, budget]) => [
    `budget.${name}`,
    {
      ...ofInstallation,
      kind: 'number',
      group: ofUploads.has(name) ? 'uploads' : 'budgets',
      environment: 'MILLRACE_BUDGETS',
      default: budget.default,
      min: budget.min,
      max: highestOf(budget),
      unit: budget.unit,
      ...(liveBudgets.has(name) ? {} : { needsRestart: true }),
    },
  ]),
) as Readonly<Record<BudgetKey, BudgetSetting>>

type Settings = OwnSettings & typeof ofBudgets

/** All settings by key: the only list for page, server and checks. */
export const settings: Settings = { ...own, ...ofBudgets }

type ValueOf<One extends Setting> = One extends { kind: 'switch' }
  ? boolean
  : One extends { kind: 'number' }
    ? number
    : One extends { kind: 'choice'; choices: readonly (infer Choice)[] }
      ? Choice
      : string

/** The value of each setting. */
export type SettingValues = { readonly [Key in SettingKey]: ValueOf<Settings[Key]> }

type KeysOf<Scope> = { [Key in SettingKey]: Settings[Key]['scope'] extends Scope ? Key : never }[SettingKey]

export type WorkplaceKey = KeysOf<'workplace'>
export type InstallationKey = KeysOf<'installation'>
export type InstallationValues = Pick<SettingValues, InstallationKey>
export type WorkplaceValues = Pick<SettingValues, WorkplaceKey>

export const settingKeys = Object.keys(settings) as readonly SettingKey[]
export const installationKeys = settingKeys.filter(isOfInstallation)
export const workplaceKeys = settingKeys.filter((key): key is WorkplaceKey => !isOfInstallation(key))

export const defaultSettings = Object.fromEntries(
  Object.entries(settings).map(([key, setting]) => [key, setting.default]),
) as unknown as SettingValues

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settings, key)
}

function isOfInstallation(key: SettingKey): key is InstallationKey {
  return settings[key].scope === 'installation'
}

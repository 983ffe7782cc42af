/**
 * The placeholders of a system mail. Those in `parts` contain several lines and links, and are allowed where text is;
 * the others are texts.
 */
export interface SystemMailContent {
  readonly placeholders: readonly SystemPlaceholder[]
  readonly parts: readonly SystemPart[]
  /** Placeholders that the text has to contain. */
  readonly needs: readonly (SystemPlaceholder | SystemPart)[]
  /** Whether its readers have accounts, whose profiles say their languages. */
  readonly hasLanguages: boolean
}

/** The placeholders of mails; `systemMails` lists those of each mail. */
export type SystemPlaceholder =
  | ('greeting' | 'firstName' | 'lastName' | 'name' | 'title' | 'process' | 'what' | 'by' | 'due' | 'comment')
  | ('username' | 'count' | 'link' | 'instanceLink' | 'settings' | 'until' | 'validity')

/**
 * The parts of system mails: `answers` has links that complete a task, `notices` all notifications of a daily mail,
 * `causes` the causes of an alert.
 */
export type SystemPart = 'answers' | 'notices' | 'causes'

const receiver = ['greeting', 'firstName', 'lastName', 'settings'] as const
const thing = ['name', 'title', 'process', 'what', 'link', 'instanceLink'] as const
const ofTask = {
  placeholders: [...thing, 'by', 'due', ...receiver],
  parts: ['answers'],
  needs: [],
  hasLanguages: true,
} as const
const ofInstance = { placeholders: [...thing, 'by', ...receiver], parts: [], needs: [], hasLanguages: true } as const
const ofForm = {
  placeholders: ['name', 'link', 'until', 'validity'],
  parts: [],
  needs: ['link'],
  hasLanguages: false,
} as const

const ofPassword = {
  placeholders: ['greeting', 'firstName', 'lastName', 'username', 'link', 'until', 'validity'],
  parts: [],
  needs: ['link'],
  hasLanguages: false,
} as const

/**
 * The mails that the product sends by itself, and what each may name.
 *
 * - `assigned`, `dueSoon`, `overdue`: of a task
 * - `mentioned`: of a comment that mentions the reader
 * - `completed`, `cancelled`, `failed`: an instance that the reader started has ended, was cancelled, or has failed
 * - `digest`: all notifications of a user in a day
 * - `formLink`: asks one person by a public link to fill in a form
 * - `savedForm`: the way back to a form that was saved
 * - `invitation`, `passwordReset`: a link by which a user chooses a password
 * - `emergencySignIn`: tells administrators that the emergency administrator signed in
 * - `incidentAlert`: tells the addresses in the settings of new incidents
 * - `silentListeners`: tells the addresses in the settings of listeners at which nothing has arrived for longer than usual
 * - `secondFactorChanged`: tells a user that a second factor of theirs was added, removed or reset
 */
export const systemMails = {
  assigned: ofTask,
  dueSoon: ofTask,
  overdue: ofTask,
  mentioned: { ...ofInstance, placeholders: ['comment', ...ofInstance.placeholders] },
  completed: ofInstance,
  cancelled: ofInstance,
  failed: ofInstance,
  digest: { placeholders: ['count', ...receiver], parts: ['notices'], needs: ['notices'], hasLanguages: true },
  formLink: ofForm,
  savedForm: ofForm,
  invitation: ofPassword,
  passwordReset: ofPassword,
  emergencySignIn: {
    placeholders: ['greeting', 'firstName', 'lastName', 'by', 'what', 'link'],
    parts: [],
    needs: ['by'],
    hasLanguages: false,
  },
  incidentAlert: { placeholders: ['what', 'count', 'link'], parts: ['causes'], needs: ['causes'], hasLanguages: true },
  silentListeners: { placeholders: ['what', 'count', 'link'], parts: [], needs: ['what'], hasLanguages: true },
  secondFactorChanged: {
    placeholders: ['greeting', 'firstName', 'lastName', 'username', 'what'],
    parts: [],
    needs: ['what'],
    hasLanguages: false,
  },
} as const satisfies Readonly<Record<string, SystemMailContent>>

export type SystemMail = keyof typeof systemMails

export const systemMailNames = Object.keys(systemMails) as [SystemMail, ...SystemMail[]]

/** The number of languages in which a mail can have its own text. */
export const maxMailLanguages = 30

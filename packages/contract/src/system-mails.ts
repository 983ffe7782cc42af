/**
 * What a mail of the product itself may name. Those of `parts` are made of several lines and links, and stand where text
 * may; the others are texts.
 */
export interface SystemMailContent {
  readonly placeholders: readonly SystemPlaceholder[]
  readonly parts: readonly SystemPart[]
  /** Without which the mail is no longer valid. */
  readonly needs: readonly (SystemPlaceholder | SystemPart)[]
  /** Whether its readers have accounts, whose profiles say their languages. */
  readonly hasLanguages: boolean
}

/** Texts that mails are filled with; which of them a mail has, `systemMails` says. */
export type SystemPlaceholder =
  | ('greeting' | 'firstName' | 'lastName' | 'name' | 'title' | 'process' | 'what' | 'by' | 'due' | 'comment')
  | ('count' | 'link' | 'instanceLink' | 'settings' | 'until' | 'validity')

/** `answers`: links by which a task is answered. `notices`: all that a mail of a day tells. */
export type SystemPart = 'answers' | 'notices'

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

/**
 * The mails that the product sends by itself, and what each may name.
 *
 * - `assigned`, `dueSoon`, `overdue`: of a task
 * - `mentioned`: of a comment
 * - `completed`, `cancelled`, `failed`: how what its reader has started has ended, or stopped
 * - `digest`: all that somebody was told in a day
 * - `formLink`: asks one person by a public link to fill in a form
 * - `savedForm`: the way back to a form that was saved
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
} as const satisfies Readonly<Record<string, SystemMailContent>>

export type SystemMail = keyof typeof systemMails

export const systemMailNames = Object.keys(systemMails) as [SystemMail, ...SystemMail[]]

/** Languages that one mail may have texts of its own for. */
export const mostMailLanguages = 30

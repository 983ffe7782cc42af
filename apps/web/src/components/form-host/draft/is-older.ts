import type { OpenedForm } from '@millrace/contract'

/** What tells which values somebody had before them when they began to type. */
export interface Begun {
  /** `revision` of the basis of the form at that time; left out where it had none, and by earlier versions of Millrace. */
  readonly basis?: string | undefined
  readonly savedAt: string
}

/** Whether the process has got other values since a draft was started: it would undo what somebody else has entered. */
export function isOlder({ basis: begun, savedAt }: Begun, basis: OpenedForm['basis']): boolean {
  if (basis === undefined) return false
  if (begun !== undefined) return begun !== basis.revision
  return basis.changedAt !== null && basis.changedAt > savedAt
}

import type { OpenedForm } from '@millrace/contract'

/** The basis of the values that a user saw when they started to type. */
export interface Begun {
  /**
   * `revision` of the basis of the form at that time; left out where it had none, and by earlier versions of Millrace.
   */
  readonly basis?: string | undefined
  readonly savedAt: string
}

/**
 * Returns whether the values of the process have changed since the user started to type, so that the draft would
 * overwrite new values.
 */
export function isOlder({ basis: begun, savedAt }: Begun, basis: OpenedForm['basis']): boolean {
  if (basis === undefined) return false
  if (begun !== undefined) return begun !== basis.revision
  return basis.changedAt !== null && basis.changedAt > savedAt
}

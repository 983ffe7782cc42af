import { type Refusal, refuse } from '../../../platform/errors/refusal.ts'

/** Returns the refusal of a restore that is not possible, which says that nothing was restored. */
export function unfit(message: string): Refusal {
  return refuse('audit.not-restorable', `${message} Nothing was restored.`)
}

/** Values of an earlier version of the product, which this version does not accept. */
export const oldValues = 'The values of this revision do not fit the current version.'

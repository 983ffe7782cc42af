import { z } from 'zod'

const shownVariable = z.object({
  type: z.enum(['text', 'number', 'flag', 'instant', 'day']),
  /**
   * Digits, `true` or `false`, an instant, a day (`YYYY-MM-DD`); of texts and all else the first
   * `listLimits.shownVariable` characters.
   */
  text: z.string(),
})

export type ShownVariable = z.output<typeof shownVariable>

/** A variable that a list can show as a column: its name, and its label in a form, which can be empty. */
export const variableName = z.object({ name: z.string(), label: z.string() })

export type VariableName = z.output<typeof variableName>

/**
 * The requested variables of a row that its process has and that the user may see, by name. Missing where none was
 * requested.
 */
export const shownVariables = z.record(z.string(), shownVariable).optional()

import type { OpenedForm } from '@millrace/contract'
import type { FormContext } from '@millrace/forms'
import { getTimeZone } from '../../lib/time-zone.ts'

/** Returns the zones and process variables of a form, with dates as dates: JSON carries them as text. */
export function createSurroundings({
  variables,
  dates,
  dayZone,
}: Pick<OpenedForm, 'variables' | 'dates' | 'dayZone'>): Pick<FormContext, 'timeZone' | 'dayZone' | 'variables'> {
  const revived = dates.map((name) => [name, new Date(String(variables[name]))] as const)
  return { timeZone: getTimeZone(), dayZone, variables: { ...variables, ...Object.fromEntries(revived) } }
}

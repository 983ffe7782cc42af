import type { Absence } from '@millrace/contract'
import { readDay } from '../../../components/list/moments.ts'
import { presentDate } from '../../../lib/dates.ts'

/** The entries of the form of an absence, with days as they are typed. */
export interface AbsenceEntries {
  readonly from: string
  readonly until: string
  readonly substitute: string | null
  readonly processKeys: readonly string[]
  readonly note: string
}

/** The period of an absence in the format of the calls. */
export interface AbsenceSpan {
  readonly from: string
  readonly until: string
  readonly substitute: string
  readonly processKeys: string[] | null
  readonly note: string | null
}

export type AbsenceFault = 'fromMissing' | 'untilMissing' | 'untilTooEarly' | 'chooseSubstitute'

export function entriesOf(absence: Absence | null): AbsenceEntries {
  if (absence === null) return { from: '', until: '', substitute: null, processKeys: [], note: '' }
  const { from, until, substitute, processes, note } = absence
  return {
    from: presentDate(from),
    until: presentDate(lastDay(until)),
    substitute: substitute?.username ?? null,
    processKeys: processes?.map(({ key }) => key) ?? [],
    note: note ?? '',
  }
}

/** Returns the last day of an absence, which ends at the beginning of the next day. */
export function lastDay(until: string): Date {
  return new Date(new Date(until).getTime() - 1)
}

/**
 * Converts the days of an absence to times in the time zone of the user: from the beginning of the first to the end of
 * the last.
 */
export function readAbsence(
  entries: AbsenceEntries,
): { readonly span: AbsenceSpan } | { readonly faults: ReadonlyMap<keyof AbsenceEntries, AbsenceFault> } {
  const faults = new Map<keyof AbsenceEntries, AbsenceFault>()
  const { substitute, processKeys, note } = entries
  const [from, until] = [readDay(entries.from), readDay(entries.until)]
  if (from === null) faults.set('from', 'fromMissing')
  if (until === null) faults.set('until', 'untilMissing')
  else if (from !== null && until < from) faults.set('until', 'untilTooEarly')
  if (substitute === null) faults.set('substitute', 'chooseSubstitute')
  if (faults.size > 0 || from === null || until === null || substitute === null) return { faults }
  return {
    span: {
      from: startOf(from).toISOString(),
      until: startOf(until, 1).toISOString(),
      substitute,
      processKeys: processKeys.length === 0 ? null : [...processKeys],
      note: note.trim() || null,
    },
  }
}

/** @param day such as 2026-11-30. */
function startOf(day: string, later = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later)
}

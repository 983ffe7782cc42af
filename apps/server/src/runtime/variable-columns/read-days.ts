import { readVariableFilter, type SetFilter, writeVariableFilter } from '@millrace/contract'
import { startOfDay } from '@millrace/forms'

/** Returns filters for variables with days as the instants at which they begin in the time zone. */
export function readDays(filters: readonly SetFilter[], zone: string): SetFilter[] {
  return filters.map((filter) =>
    filter.name === 'variable' ? { ...filter, values: filter.values.map((text) => readDayOf(text, zone)) } : filter,
  )
}

function readDayOf(text: string, zone: string): string {
  const filter = readVariableFilter(text)
  if (filter?.type !== 'instant' || !/^\d{4}-\d{2}-\d{2}$/.test(filter.value)) return text
  return writeVariableFilter({ ...filter, value: startOfDay(filter.value, zone) })
}

import type { ComboboxParsedItem, OptionsFilter } from '@mantine/core'
import { foldText } from '../../../lib/fold-text.ts'

/** Returns the options whose labels contain a text, regardless of case and accents. */
export const filterOptions: OptionsFilter = ({ options, search, limit }) => {
  const wanted = foldText(search.trim())
  const found: ComboboxParsedItem[] = []
  for (const option of options) {
    if (found.length >= limit) break
    if (!('group' in option) && foldText(option.label).includes(wanted)) found.push(option)
  }
  return found
}

import { type ComboboxItem, type ComboboxParsedItem, isOptionsGroup, type OptionsFilter } from '@mantine/core'
import { foldText } from './fold-text.ts'

/**
 * Returns the filter of a field whose options the server finds. Until the server has answered, it filters the previous
 * options by the typed text, so that the option under the pointer stays the same when the answer arrives.
 *
 * @param isFresh whether the options are the answer for the typed text.
 * @param textOf returns the searched text of an option.
 */
export function narrowFound(
  isFresh: boolean,
  textOf: (choice: ComboboxItem) => string = ({ label }) => label,
): OptionsFilter {
  return ({ options, search }) => {
    const wanted = foldText(search.trim())
    const fits = (choice: ComboboxItem) => isFresh || foldText(textOf(choice)).includes(wanted)
    return options.flatMap<ComboboxParsedItem>((one) => {
      if (!isOptionsGroup(one)) return fits(one) ? [one] : []
      const items = one.items.filter(fits)
      return items.length === 0 ? [] : [{ ...one, items }]
    })
  }
}

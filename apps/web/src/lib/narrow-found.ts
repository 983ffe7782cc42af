import { type ComboboxItem, type ComboboxParsedItem, isOptionsGroup, type OptionsFilter } from '@mantine/core'
import { foldText } from './fold-text.ts'

/**
 * The filter of a field whose choices the server finds. While it has not answered for what is typed, what was found
 * before is narrowed by it, so that the choice under the pointer is still the same when the answer comes.
 *
 * @param isFresh whether the choices are those for what is typed.
 * @param textOf what people search a choice by.
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

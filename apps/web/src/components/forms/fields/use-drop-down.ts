import { useState } from 'react'

/**
 * Returns the settings of a field's drop-down list: it is created when the field first has the focus. Mantine would
 * create it with the field and keep it mounted with all options, which costs twice as much as the field; without it,
 * the first arrow key would not find the selected option.
 */
export function useDropDown() {
  const [isKept, setKept] = useState(false)
  return {
    comboboxProps: { transitionProps: { duration: 0 }, keepMounted: isKept },
    onFocus: () => setKept(true),
  }
}

import { useState } from 'react'

/**
 * How the list of a field drops down: at once, and made when the field has the focus for the first time. Mantine would
 * make it with the field and keep it, with all that can be chosen, which costs twice what the field itself does; and
 * without it the first arrow key, which opens it, would not find what is chosen.
 */
export function useDropDown() {
  const [isKept, setKept] = useState(false)
  return {
    comboboxProps: { transitionProps: { duration: 0 }, keepMounted: isKept },
    onFocus: () => setKept(true),
  }
}

/**
 * Keeps menus of a region open while the user clicks in them. A click on an element without focus moves the focus to
 * the nearest focusable ancestor, `main`. dmn-js treats that as leaving its menus and closes them before the click has
 * ended, so the entry is never chosen. With this function, the region takes the focus of such a click.
 *
 * @param region an element with `tabIndex` -1.
 * @returns a function that ends it.
 */
export function keepMenusOpen(region: HTMLElement): () => void {
  const hold = (event: FocusEvent) => {
    if (event.target === region) event.stopPropagation()
  }
  region.addEventListener('focusin', hold)
  return () => region.removeEventListener('focusin', hold)
}

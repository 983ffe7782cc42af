/**
 * Keeps menus of a region open while somebody presses in them. A press on an element without focus focuses the nearest
 * focusable ancestor, the page's `main`. dmn-js treats that as leaving its menus and closes them before the press has
 * ended, so the entry is never chosen. Here the region takes the focus of such a press.
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

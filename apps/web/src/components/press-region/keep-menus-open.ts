/**
 * Keeps menus of a region open while somebody presses in them. A press on something that takes no focus gives the focus to
 * the nearest element around it that does: the page's `main`. dmn-js hears that as a move out of its menus and closes them
 * before the press has ended, so that the entry under the pointer is never chosen. Here the region itself takes the focus
 * of such a press, and nobody hears of it.
 *
 * @param region of which `tabIndex` is -1.
 * @returns what ends it.
 */
export function keepMenusOpen(region: HTMLElement): () => void {
  const hold = (event: FocusEvent) => {
    if (event.target === region) event.stopPropagation()
  }
  region.addEventListener('focusin', hold)
  return () => region.removeEventListener('focusin', hold)
}

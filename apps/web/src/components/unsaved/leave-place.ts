/**
 * Removes the focus, so that typed text is committed as a change.
 *
 * @param region only an element within it; default: the whole document.
 */
export function leavePlace(region: Element = document.documentElement): void {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && region.contains(activeElement)) activeElement.blur()
}

/** Removes the focus for a moment and restores it, unless the element no longer exists or the focus moved. */
export function leaveForMoment(): void {
  const { activeElement } = document
  leavePlace()
  if (activeElement instanceof HTMLElement && document.activeElement === document.body)
    activeElement.focus({ preventScroll: true })
}

/**
 * Takes the focus from where it is: what is being typed there is a change from then on.
 *
 * @param region only from a place in it; everything without one.
 */
export function leavePlace(region: Element = document.documentElement): void {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && region.contains(activeElement)) activeElement.blur()
}

/**
 * The same for whoever may stay: the focus comes back to where it was, unless that no longer exists or it went
 * elsewhere.
 */
export function leaveForMoment(): void {
  const { activeElement } = document
  leavePlace()
  if (activeElement instanceof HTMLElement && document.activeElement === document.body)
    activeElement.focus({ preventScroll: true })
}

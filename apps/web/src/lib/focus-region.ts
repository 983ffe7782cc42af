/**
 * Moves the focus to the region around a control that is about to disappear. Otherwise the focus would be lost, and Tab
 * would start at the top of the page.
 */
export function focusRegion(control: HTMLElement): void {
  control.closest<HTMLElement>('[role="tabpanel"], main')?.focus({ preventScroll: true })
}

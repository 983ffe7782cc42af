/** Moves the focus to the region around a control that is about to go: else it would be nowhere, and begin at the top. */
export function focusRegion(control: HTMLElement): void {
  control.closest<HTMLElement>('[role="tabpanel"], main')?.focus({ preventScroll: true })
}

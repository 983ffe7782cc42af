/** What the page of the modeller says before, and around, the modeller itself. */
export const modellerPage = {
  failed: 'The process could not be fetched',
  saveFailed: 'The process was not saved',
  kept: 'Your drawing is still here.',
  saved: 'Version {{version}} is saved',
  disabled: 'This process is disabled: restore it to change it.',
  held: '{{name}} is at this design',
  heldText: 'Since {{since}}. You can look at it. What is not saved there is lost when you take it over.',
  takeOver: 'Take it over',
  unsaved: 'You have unsaved work of {{time}}',
  unsavedText: 'It was kept when this page was left. Open it, or throw it away.',
  takeUnsaved: 'Open unsaved work',
  discard: 'Throw it away',
} as const

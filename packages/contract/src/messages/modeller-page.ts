/** Texts of the modeller's page before and around the modeller. */
export const modellerPage = {
  failed: 'The process could not be fetched',
  saveFailed: 'The process was not saved',
  kept: 'Your drawing is still here.',
  saved: 'Version {{version}} is saved',
  disabled: 'This process is disabled: restore it to change it.',
  held: '{{name}} is at this design',
  heldText:
    'Since {{since}}. You can look at it. When you take it over, what is not saved there stays with {{name}}, and is not in what you see.',
  heldByYou: 'You have this design open in another window',
  heldByYouText:
    'Since {{since}}. You can look at it here. When you take it over, the other window cannot save any more, and its unsaved changes are not in what you see here.',
  takeOver: 'Take it over',
  unsaved: 'You have unsaved work of {{time}}',
  unsavedText: 'It was kept when this page was left. Open it, or throw it away.',
  unsavedOlder:
    'It was kept when this page was left, and began with version {{begun}}. Version {{version}} was saved since: what it changed is not in it. Compare the versions before you save.',
  takeUnsaved: 'Open unsaved work',
  discard: 'Throw it away',
} as const

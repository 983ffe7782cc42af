/** Texts of the modeller's page before and around the modeller. */
export const modellerPage = {
  failed: 'The process could not be loaded',
  saveFailed: 'The process was not saved',
  kept: 'Your changes are kept.',
  saved: 'Version {{version}} saved',
  disabled: 'This process is disabled. Restore it to change it.',
  held: '{{name}} is editing this process',
  heldText:
    'Since {{since}}. You can view the process. If you take it over, the unsaved changes of {{name}} are not shown here.',
  heldByYou: 'You have this process open in another window',
  heldByYouText:
    'Since {{since}}. You can view the process here. If you take it over, the other window can no longer save, and its unsaved changes are not shown here.',
  takeOver: 'Take over',
  unsaved: 'You have unsaved changes from {{time}}',
  unsavedText: 'They were saved in a recovery copy when this page was closed. Restore or discard them.',
  unsavedOlder:
    'Your unsaved changes started from version {{started}} and do not contain the changes of version {{version}}. Compare the versions before you save.',
  takeUnsaved: 'Restore changes',
  discard: 'Discard changes',
} as const

/** Texts of the modeller's page before and around the modeller. */
export const modellerPage = {
  failed: 'The process could not be loaded',
  saveFailed: 'The process was not saved',
  kept: 'Your changes are kept.',
  saved: 'Version {{version}} saved',
  disabled: 'This process is disabled. Restore it to change it.',
  held: {
    process: '{{name}} is editing this process',
    decision: '{{name}} is editing this decision',
  },
  heldText:
    'Since {{since}}. You can view it. If you take it over, the unsaved changes of {{name}} are not shown here.',
  heldByYou: {
    process: 'You have this process open in another window',
    decision: 'You have this decision open in another window',
  },
  heldByYouText:
    'Since {{since}}. You can view it here. If you take it over, the other window can no longer save, and its unsaved changes are not shown here.',
  takeOver: 'Take over',
  unsaved: 'You have unsaved changes from {{time}}',
  unsavedText: 'They were saved in a recovery copy when this page was closed. Restore or discard them.',
  unsavedOlder:
    'Your unsaved changes started from version {{started}} and do not contain the changes of version {{version}}. Compare the versions before you save.',
  takeUnsaved: 'Restore changes',
  discard: 'Discard changes',
} as const

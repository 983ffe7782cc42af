/** Texts of the page of a record: its facts, and editing it. */
export const record = {
  thing: 'record',
  id: 'Id',
  facts: 'Facts',
  details: 'Details',
  copy: 'Copy',
  copyName: '{{name}} copy',
  discard: 'Discard',
  unsaved: 'Not saved yet',
  stillHere: 'Your entries are kept.',
  changedBy: '{{name}} has saved other changes since you opened this page.',
  loadChanges: 'Load these changes',
  loadFailed: 'The changes could not be loaded',
  changesLoaded: 'Changes of {{name}} loaded',
  otherFields: 'Other fields have changed as well.',
  saveAgain: 'Your entries are kept. Check them, and save again.',
} as const

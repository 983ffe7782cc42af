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
} as const

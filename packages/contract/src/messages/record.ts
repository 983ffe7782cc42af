/** The page of one thing: what is beside it, and how it is changed. */
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

/** Texts of the results of an import or a run of a directory, for each user. */
export const resultRows = {
  filter: 'Show rows',
  rows: 'Rows',
  failed: 'Error while fetching rows',
  none: 'No rows match this filter.',
  line: 'Line',
  result: 'Result',
  detail: 'Changes or reason',
  results: {
    all: 'All',
    new: 'New',
    changed: 'Changed',
    restored: 'Restored',
    disabled: 'Disabled',
    same: 'Same',
    refused: 'Refused',
  },
  previous: 'Previous',
  next: 'Next',
} as const

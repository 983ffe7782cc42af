/** Texts of the list of package sources and the page of one. */
export const packageSources = {
  name: 'Name',
  kind: 'Kind',
  outcome: 'Last check',
  lookedAt: 'Checked at',
  isDisabled: 'Disabled',
  created: 'Created',
  createdBy: 'Created by',
  all: 'All',
  inUse: 'Enabled',
  disabled: 'Disabled',
  search: 'Search name',
  nameTaken: 'A package source has this name already',
  help: 'Other installations and folders whose packages wait for approval here.',
  helpOne: 'The address of the source, its schedule, and the result of the last check.',
  helpNew: 'Pull applications from another installation or a folder. Nothing is imported until you approve it.',
  description: 'Description',
  failed: 'Error while fetching package sources',
  failedOne: 'Error while fetching the package source',
  noneTitle: 'No package sources yet',
  noneText: 'Create a source to pull applications from another installation or a folder.',
  goneTitle: 'Package source not found',
  goneText: 'The package source was deleted, or it belongs to another workplace.',
  add: 'New package source',
  save: 'Save package source',
  create: 'Create package source',
  saved: 'Package source saved',
  done: 'Package source created',
  saveFailed: 'The package source was not saved',
  createFailed: 'The package source was not created',
  disableText: 'The server no longer checks this source. A package that waits for approval stays.',
  disableAction: 'Disable package source',
} as const

export const packageSourceKind = { installation: 'Installation', folder: 'Folder' } as const

export const packageSourceOutcome = { ok: 'Read', retry: 'Tries again', failed: 'Failed' } as const

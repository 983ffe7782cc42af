/** Forms of applications, and form templates. */
export const forms = {
  name: 'Name',
  key: 'Key',
  keyHelp: 'What processes call it.',
  application: 'Application',
  labels: 'Tags',
  labelsHelp: 'Press Enter after each.',
  version: 'Version',
  isDisabled: 'Disabled',
  updated: 'Changed',
  updatedBy: 'Changed by',
  inUse: 'In use',
  disabled: 'Disabled',
  search: 'Search name, key or tag',
  searchTemplates: 'Search name or tag',
} as const

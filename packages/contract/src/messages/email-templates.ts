/** Texts of the mails that processes send. */
export const emailTemplates = {
  name: 'Name',
  subject: 'Subject',
  isDisabled: 'Disabled',
  updated: 'Changed',
  updatedBy: 'Changed by',
  inUse: 'In use',
  disabled: 'Disabled',
  search: 'Search name or subject',
} as const

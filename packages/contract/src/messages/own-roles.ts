/** Texts of the list of own roles of a workplace. */
export const ownRoles = {
  name: 'Name',
  key: 'Key',
  description: 'Description',
  members: 'Users',
  groups: 'Groups',
  needsSecondFactor: 'Needs second factor',
  needsSecondFactorHelp: 'Members who sign in with a password also need an authenticator app or a passkey.',
  isDisabled: 'Disabled',
  created: 'Created',
  createdBy: 'Created by',
  all: 'All',
  inUse: 'Enabled',
  disabled: 'Disabled',
  search: 'Search name, key or description',
  nameTaken: 'An own role has this name already',
  keyTaken: 'An own role has this key already',
} as const

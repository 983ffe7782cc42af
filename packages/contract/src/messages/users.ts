/** The users of a workplace. */
export const users = {
  username: 'User name',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  isEnabled: 'Enabled',
  manager: 'Manager',
  search: 'Search user, name or email',
} as const

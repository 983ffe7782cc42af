/** Texts of the about dialog. */
export const about = {
  title: 'About',
  username: 'Username',
  fullName: 'User full name',
  roles: 'User roles',
  build: 'Product/Build',
  licence: 'Licence number',
  applications: 'Licensed applications',
  expiry: 'Licence expiry',
  git: 'Git information',
  workplace: 'Selected Workplace',
} as const

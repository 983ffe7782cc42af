/** Help texts of the pages of directories. */
export const directoriesHelp = {
  directories: {
    line: 'LDAP and Active Directory servers that users and groups come from.',
    about: 'All directories by name, with their servers and the number of their users. Connect a directory here.',
  },
  directory: {
    line: 'The settings of a directory, its test, and its runs.',
    about:
      'The connection to one directory, the rules for its users and groups, its schedule, a test, and the results of its runs.',
  },
} as const

/** Help texts of pages for user administrators. */
export const people = {
  users: {
    line: 'The users of this workplace, with their roles and groups.',
    about: 'All users with their roles and groups. Create, disable, restore or unlock them.',
  },
  user: {
    line: 'One user: details, roles and groups.',
    about: 'The details of one user, with roles, groups and user properties.',
  },
  userImport: {
    line: 'Add many users from a file.',
    about: 'Reads users from a CSV or XLSX file, shows what each row would change, and imports them.',
  },
  userProperties: {
    line: 'Additional fields of users.',
    about: 'The fields that this workplace adds to its users, for example a cost centre. Processes can read them.',
  },
  userProperty: {
    line: 'One user property: name, type and permissions.',
    about: 'The details of one user property.',
  },
  groups: {
    line: 'Users who share tasks and roles.',
    about: 'All groups with their members and keys. Processes refer to groups by their key.',
  },
  group: {
    line: 'One group with its members.',
    about: 'The details and members of one group.',
  },
  hierarchies: {
    line: 'Trees of positions, for example the line organisation.',
    about: 'All hierarchies of positions and people.',
  },
  hierarchy: {
    line: 'One hierarchy with its positions.',
    about: 'The tree of positions and people. Add, move and remove positions.',
  },
  roles: {
    line: 'The roles and the pages that they open.',
    about: 'All roles with their users, and the areas that they open.',
  },
  role: {
    line: 'One role with its users.',
    about: 'The details of one role and the users who have it.',
  },
} as const

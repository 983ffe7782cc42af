/** Pages of those who administer users and groups. */
export const people = {
  users: {
    line: 'Who may sign in, and what they may do.',
    about: 'Every user with roles and groups, to create, disable, restore or unlock.',
  },
  user: {
    line: 'One user: details, roles and groups.',
    about: 'The details of one user, with roles, groups and properties.',
  },
  userImport: {
    line: 'Add many users from a file.',
    about: 'Reads users from a CSV or XLSX file, shows what each row would change, and imports them.',
  },
  userProperties: {
    line: 'Details that users have beyond the usual ones.',
    about: 'The properties that each user has a value for, such as a cost centre, for processes to use.',
  },
  userProperty: {
    line: 'One user property: name and kind of value.',
    about: 'The details of one user property, and the values that users have for it.',
  },
  groups: {
    line: 'Users who share tasks and rights.',
    about: 'Every group with its members and the key by which processes offer it tasks.',
  },
  group: {
    line: 'One group with its members.',
    about: 'The details and members of one group.',
  },
  hierarchies: {
    line: 'Who reports to whom.',
    about: 'Every hierarchy of users, for processes that ask a superior.',
  },
  hierarchy: {
    line: 'One hierarchy with its positions.',
    about: 'The tree of positions and their people, to add, move and remove positions.',
  },
  roles: {
    line: 'What each role opens.',
    about: 'Every role with the users who have it, and the areas that it opens.',
  },
  role: {
    line: 'One role with its users.',
    about: 'The details of one role and the users who have it.',
  },
} as const

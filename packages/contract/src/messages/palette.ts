/** The search over everything. */
export const palette = {
  searchPages: 'Search pages and commands',
  nothingFound: 'Nothing found',
  recent: 'Recent',
  pages: 'Pages',
  commands: 'Commands',
  processes: 'Processes',
  tasks: 'Tasks',
  people: 'People',
  searching: 'Searching',
} as const

/** The search over everything. */
export const palette = {
  searchPages: 'Search pages and commands',
  nothingFound: 'No results',
  recent: 'Recent',
  pages: 'Pages',
  commands: 'Commands',
  processes: 'Processes',
  tasks: 'Tasks',
  instances: 'Instances',
  files: 'Files',
  people: 'People',
  search: 'Search',
  all: 'All results for “{{words}}”',
  failed: 'The search failed. Try again.',
  searching: 'Searching',
} as const

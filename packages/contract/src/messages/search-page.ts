/** Texts of the search page. */
export const searchPage = {
  help: 'Search tasks, processes and files that you have access to.',
  words: 'Search terms',
  kinds: 'Kinds of results',
  all: 'All',
  someTitle: 'Enter search terms',
  someText: 'Enter at least two letters. Results have words that begin with your search terms.',
  noneTitle: 'No results for “{{words}}”',
  noneText:
    'Search terms match only the beginnings of words in titles, keys and names. Results include only what you have access to.',
  cut: 'Only the first {{count}} characters are used.',
  failed: 'Error while searching',
  more: 'All {{kind}}',
  first: 'First page',
  next: 'Next page',
  later: 'More results',
  end: 'End of the results. If you miss something, add a search term: for a very frequent term, only the first 2,000 results are checked.',
  due: 'Due',
  startedAt: 'Started',
  addedAt: 'Added',
} as const

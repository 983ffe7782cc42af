/** The page of what a search finds. */
export const searchPage = {
  help: 'Tasks, processes and files that you may see, by the beginnings of words.',
  words: 'Words to look for',
  kinds: 'Kinds of results',
  all: 'All',
  someTitle: 'What are you looking for?',
  someText: 'Type at least two letters. Each word has to begin a word of what is found.',
  noneTitle: 'Nothing found for “{{words}}”',
  noneText:
    'Each word has to begin a word of a title, key or name. Words in the middle of others are not found, and nothing that you may not see.',
  cut: 'The first {{count}} characters are looked for.',
  failed: 'Error while searching',
  more: 'All {{kind}}',
  first: 'First page',
  next: 'Next page',
  later: 'Further results',
  end: 'That is all. Not there? Add a word: of a word that very many have, the first 2,000 are looked at.',
  due: 'Due',
  startedAt: 'Started',
  addedAt: 'Added',
} as const

import type { IconIndex } from '@millrace/contract'

/**
 * Finds icons whose name or keywords begin with each word of the query: exact names first, then names with that
 * beginning, then shorter ones. An empty query finds all.
 */
export function findIcons({ names, words }: IconIndex, query: string): readonly string[] {
  const terms = query
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((term) => term !== '')
  if (terms.length === 0) return names
  const [first = [], ...others] = terms.map((term) => findPlaces(words, term))
  const found = [...first].filter((place) => others.every((places) => places.has(place)))
  const wanted = terms.join('-')
  return found
    .map((place) => names[place] ?? '')
    .sort((a, b) => rank(a, wanted) - rank(b, wanted) || a.length - b.length || (a < b ? -1 : 1))
}

function findPlaces(words: IconIndex['words'], term: string): Set<number> {
  const places = new Set<number>()
  for (const [word, holders] of Object.entries(words))
    if (word.startsWith(term)) for (const place of holders) places.add(place)
  return places
}

function rank(name: string, wanted: string): number {
  if (name === wanted) return 0
  return name.startsWith(wanted) ? 1 : 2
}

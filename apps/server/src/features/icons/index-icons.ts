import type { IconDocs, IconIndex } from '@millrace/contract'

/** Creates an index from words to the icons whose names contain them. */
export function indexIcons({ set, icons }: IconDocs): IconIndex {
  const names = Object.keys(icons).sort()
  const words: Record<string, number[]> = Object.create(null)
  for (const [place, name] of names.entries()) {
    for (const word of new Set(name.split('-'))) {
      words[word] ??= []
      words[word].push(place)
    }
  }
  return { set, names, words: { ...words } }
}

import type { IconDocs, IconIndex } from '@millrace/contract'

/** Which icons have which words in their names. */
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

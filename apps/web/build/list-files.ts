import type { Rolldown } from 'vite'

/** Lists the files of the first load, which the page itself requests. */
export function findInitial(bundle: Rolldown.OutputBundle): Set<string> {
  const entries = Object.values(bundle).filter((file) => file.type === 'chunk' && file.isEntry)
  return new Set(entries.flatMap((entry) => listFiles(bundle, entry.fileName)))
}

/** Lists the addresses of a chunk and its imports: styles first, then scripts. */
export function listFiles(bundle: Rolldown.OutputBundle, first: string): string[] {
  const found = new Set<string>()
  const styles = new Set<string>()
  const visit = (name: string) => {
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk' || found.has(name)) return
    found.add(name)
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style)
    chunk.imports.forEach(visit)
  }
  visit(first)
  return [...styles, ...found].map((name) => `/${name}`)
}

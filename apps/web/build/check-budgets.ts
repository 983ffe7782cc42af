import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

/** In bytes of gzip. The first two are what every page loads; the rest holds for each chunk loaded later. */
export const budgets = {
  entryScript: 210_000,
  entryStyle: 40_000,
  chunk: 130_000,
} as const

/** Fails the build when a budget is exceeded, and prints what the first load weighs when it is not. */
export function checkBudgets(): Plugin {
  return {
    name: 'check-budgets',
    apply: 'build',
    writeBundle(_, bundle) {
      const sizes = measureBundle(bundle)
      const problems = findProblems(sizes)
      if (problems.length > 0) this.error(problems.join('\n'))
      this.info(
        `first load: ${toKilobytes(sizes.entryScript)} of script, ${toKilobytes(sizes.entryStyle)} of style (gzip)`,
      )
    },
  }
}

export interface BundleSizes {
  readonly entryScript: number
  readonly entryStyle: number
  /** Chunks that are not part of the first load, by file name. */
  readonly chunks: ReadonlyMap<string, number>
}

export function measureBundle(bundle: Rolldown.OutputBundle): BundleSizes {
  const initial = findInitialFiles(bundle)
  let entryScript = 0
  let entryStyle = 0
  const chunks = new Map<string, number>()
  for (const file of Object.values(bundle)) {
    if (file.type === 'chunk') {
      const size = gzipSync(file.code, { level: 9 }).length
      if (initial.has(file.fileName)) entryScript += size
      else chunks.set(file.fileName, size)
    } else if (initial.has(file.fileName) && file.fileName.endsWith('.css'))
      entryStyle += gzipSync(file.source, { level: 9 }).length
  }
  return { entryScript, entryStyle, chunks }
}

export function findProblems({ entryScript, entryStyle, chunks }: BundleSizes): string[] {
  const measured: [string, number, number][] = [
    ['scripts of the first load', entryScript, budgets.entryScript],
    ['styles of the first load', entryStyle, budgets.entryStyle],
    ...[...chunks].map(([name, size]): [string, number, number] => [name, size, budgets.chunk]),
  ]
  return measured
    .filter(([, size, budget]) => size > budget)
    .map(
      ([name, size, budget]) =>
        `Expected the ${name} to have at most ${toKilobytes(budget)}, but they have ${toKilobytes(size)}.`,
    )
}

/** What the page names, all that it imports statically, and the styles of both. */
function findInitialFiles(bundle: Rolldown.OutputBundle): Set<string> {
  const page = bundle['index.html']
  if (page?.type !== 'asset') throw new Error('Expected the build to have index.html, but it has not.')
  const found = new Set<string>()
  const queue = [...String(page.source).matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(
    (match) => match[1] ?? '',
  )
  for (const name of queue) {
    const file = bundle[name]
    if (found.has(name) || file === undefined) continue
    found.add(name)
    if (file.type !== 'chunk') continue
    queue.push(...file.imports)
    for (const style of file.viteMetadata?.importedCss ?? []) found.add(style)
  }
  return found
}

function toKilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}

import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

/** In bytes of gzip. The first two are what every page loads; the rest holds for each chunk loaded later. */
const budgets = {
  entryScript: 182_000,
  entryStyle: 40_000,
  chunk: 130_000,
} as const

/** Parts of the server that no browser may load, however an import leads to them: the engine of scripts. */
const forbidden = /node_modules\/[^/]*\/?quickjs/

/** Fails the build when a budget is exceeded or a part of the server got in, and prints what the first load weighs when it is not. */
export function checkBudgets(): Plugin {
  return {
    name: 'check-budgets',
    apply: 'build',
    writeBundle(_, bundle) {
      const content = measureBundle(bundle)
      const problems = findProblems(content)
      if (problems.length > 0) this.error(problems.join('\n'))
      this.info(
        `first load: ${toKilobytes(content.entryScript)} of script, ${toKilobytes(content.entryStyle)} of style (gzip)`,
      )
    },
  }
}

interface BundleContent {
  readonly entryScript: number
  readonly entryStyle: number
  /** Chunks that are not part of the first load, by file name. */
  readonly chunks: ReadonlyMap<string, number>
  /** Modules of the server that got in, each with its chunk. */
  readonly strangers: ReadonlyMap<string, string>
}

function measureBundle(bundle: Rolldown.OutputBundle): BundleContent {
  const initial = findInitialFiles(bundle)
  let entryScript = 0
  let entryStyle = 0
  const chunks = new Map<string, number>()
  const strangers = new Map<string, string>()
  for (const file of Object.values(bundle)) {
    if (file.type === 'chunk') {
      const size = gzipSync(file.code, { level: 9 }).length
      if (initial.has(file.fileName)) entryScript += size
      else chunks.set(file.fileName, size)
      for (const id of file.moduleIds) if (forbidden.test(id)) strangers.set(id, file.fileName)
    } else if (initial.has(file.fileName) && file.fileName.endsWith('.css'))
      entryStyle += gzipSync(file.source, { level: 9 }).length
  }
  return { entryScript, entryStyle, chunks, strangers }
}

function findProblems({ entryScript, entryStyle, chunks, strangers }: BundleContent): string[] {
  const measured: [string, number, number][] = [
    ['scripts of the first load', entryScript, budgets.entryScript],
    ['styles of the first load', entryStyle, budgets.entryStyle],
    ...[...chunks].map(([name, size]): [string, number, number] => [name, size, budgets.chunk]),
  ]
  const tooLarge = measured
    .filter(([, size, budget]) => size > budget)
    .map(
      ([name, size, budget]) =>
        `Expected the ${name} to have at most ${toKilobytes(budget)}, but they have ${toKilobytes(size)}.`,
    )
  const misplaced = [...strangers].map(
    ([id, name]) => `Expected ${id} on the server only, but ${name} has it. See which import leads there.`,
  )
  return [...tooLarge, ...misplaced]
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

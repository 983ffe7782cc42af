import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

/** In bytes of gzip. The first two are what every page loads; the rest holds for each chunk loaded later. */
const budgets = {
  entryScript: 185_500,
  entryStyle: 40_000,
  chunk: 127_000,
} as const

/** Chunks that may be larger: the modeller and the editor of decisions are programs of their own. */
const largeChunks: readonly { readonly module: RegExp; readonly most: number }[] = [
  { module: /features\/modeller\/frame\/modeller\.tsx$/, most: 180_000 },
  { module: /node_modules\/@codemirror\/view\//, most: 190_000 },
]

/** Chunks of parts that many pages have: whoever comes to a page has most of them already. */
const shared = /^assets\/(?:shared|form|list|work|icons|sign-in)-/

/** What a page loads that others do not, before it can be used. */
const pages = [
  {
    name: 'page of the modeller',
    modules: /features\/modeller\/(?:page\/modeller-page|frame\/modeller)\.tsx$/,
    most: 300_000,
  },
  {
    // 17 of it are what diagrams are made of, which a page of an instance has as well.
    name: 'page of the editor of decisions',
    modules:
      /features\/decision-editor\/(?:page\/decision-editor-page|frame\/decision-editor)\.tsx$|features\/decision-editor\/tables\/editing-tables\.ts$/,
    most: 350_000,
  },
] as const

/** Threads: loaded beside a page that is there already. */
const thread = { file: /worker[^/]*\.js$/, most: 180_000 } as const

/** Parts of the server that no browser may load, however an import leads to them: the engine of scripts. */
const forbidden = /node_modules\/[^/]*\/?quickjs/

/**
 * Fails the build when a budget is exceeded or a part of the server is in the bundle; otherwise prints the size of the
 * first load.
 */
export function checkBudgets(): Plugin {
  return {
    name: 'check-budgets',
    apply: 'build',
    writeBundle(_, bundle) {
      const content = measureBundle(bundle)
      const problems = findProblems(content)
      if (problems.length > 0) this.error(problems.join('\n'))
      for (const { name, size } of content.pages) this.info(`${name}: ${toKilobytes(size)} (gzip)`)
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
  readonly chunks: ReadonlyMap<string, { readonly size: number; readonly most: number }>
  /** What pages and threads load, as far as the build has them. */
  readonly pages: readonly { readonly name: string; readonly size: number; readonly most: number }[]
  /** Modules of the server that got in, each with its chunk. */
  readonly strangers: ReadonlyMap<string, string>
}

function measureBundle(bundle: Rolldown.OutputBundle): BundleContent {
  const initial = findInitialFiles(bundle)
  let entryScript = 0
  let entryStyle = 0
  const chunks = new Map<string, { size: number; most: number }>()
  const strangers = new Map<string, string>()
  for (const file of Object.values(bundle)) {
    if (file.type === 'chunk') {
      const size = gzipSync(file.code, { level: 9 }).length
      if (initial.has(file.fileName)) entryScript += size
      else chunks.set(file.fileName, { size, most: findLimit(file) })
      for (const id of file.moduleIds) if (forbidden.test(id)) strangers.set(id, file.fileName)
    } else if (initial.has(file.fileName) && file.fileName.endsWith('.css'))
      entryStyle += gzipSync(file.source, { level: 9 }).length
  }
  return { entryScript, entryStyle, chunks, pages: measurePages(bundle, initial), strangers }
}

function findLimit({ moduleIds }: Rolldown.OutputChunk): number {
  const large = largeChunks.find(({ module }) => moduleIds.some((id) => module.test(id)))
  return large?.most ?? budgets.chunk
}

function measurePages(bundle: Rolldown.OutputBundle, initial: ReadonlySet<string>): BundleContent['pages'] {
  const files = Object.values(bundle)
  const own = pages.flatMap(({ name, modules, most }) => {
    const begins = files.filter((file) => file.type === 'chunk' && file.moduleIds.some((id) => modules.test(id)))
    const loaded = [
      ...followImports(
        bundle,
        begins.map(({ fileName }) => fileName),
      ),
    ].filter((file) => !initial.has(file) && !shared.test(file))
    const size = loaded.reduce((sum, fileName) => sum + sizeOf(bundle[fileName]), 0)
    return begins.length === 0 ? [] : [{ name, size, most }]
  })
  const threads = files.filter(({ fileName }) => thread.file.test(fileName))
  return [...own, ...threads.map((file) => ({ name: file.fileName, size: sizeOf(file), most: thread.most }))]
}

function sizeOf(file: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined): number {
  if (file === undefined) return 0
  return gzipSync(file.type === 'chunk' ? file.code : file.source, { level: 9 }).length
}

function findProblems({ entryScript, entryStyle, chunks, pages, strangers }: BundleContent): string[] {
  const measured: [string, number, number][] = [
    ['scripts of the first load', entryScript, budgets.entryScript],
    ['styles of the first load', entryStyle, budgets.entryStyle],
    ...[...chunks].map(([name, { size, most }]): [string, number, number] => [name, size, most]),
    ...pages.map(({ name, size, most }): [string, number, number] => [name, size, most]),
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
  const named = [...String(page.source).matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(
    (match) => match[1] ?? '',
  )
  return followImports(bundle, named)
}

/** Files with all that they import statically, and the styles of both. */
function followImports(bundle: Rolldown.OutputBundle, named: readonly string[]): Set<string> {
  const found = new Set<string>()
  const queue = [...named]
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

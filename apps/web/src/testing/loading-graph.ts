import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('..', import.meta.url))

/** A source file of the browser application, without its tests. Paths begin below `src`. */
export interface SourceFile {
  /** Without comments. */
  readonly text: string
  /** The files that are loaded together with this one. */
  readonly fixed: readonly string[]
  /** The files that it loads later, by `import()`. */
  readonly later: readonly string[]
}

/** Reads all source files of the browser application, by path. */
export function readSourceFiles(): ReadonlyMap<string, SourceFile> {
  const paths = globSync('**/*.{ts,tsx}', { cwd: source }).map((path) => path.replaceAll('\\', '/'))
  return new Map(paths.filter((path) => !/\.test\.tsx?$|^testing\//.test(path)).map((path) => [path, read(path)]))
}

function read(path: string): SourceFile {
  const text = readFileSync(posix.join(source, path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/g, '')
  const find = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, specifier = '']) => posix.join(posix.dirname(path), specifier))
  return {
    text,
    fixed: find(/(?:^|[\n;])\s*(?:import|export)\b(?!\s+type\b)(?:[^'"`;]*?\bfrom)?\s*['"](\.[^'"]+)['"]/g),
    later: find(/\bimport\(\s*['"](\.[^'"]+)['"]/g),
  }
}

/** Lists a file and all files that are loaded together with it. */
export function listLoaded(files: ReadonlyMap<string, SourceFile>, first: string): ReadonlySet<string> {
  const loaded = new Set([first])
  for (const path of loaded) for (const next of files.get(path)?.fixed ?? []) loaded.add(next)
  return loaded
}

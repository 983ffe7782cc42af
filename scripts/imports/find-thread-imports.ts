import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run-tool.ts'
import { findTarget, listImports, type SourceFile } from './list-imports.ts'

/** The program of worker threads. */
const threads = 'apps/server/src/thread-main.ts'

/**
 * Libraries that need the database or a port, which threads do not have, and the schemas of all calls, which take 25 MB of
 * each thread. Each costs every start of a thread.
 */
const unneeded = /^(?:kysely|pg|fastify|zod|@millrace\/contract$|@fastify\/)/

/**
 * Finds imports by which worker threads load libraries that they cannot use, one sentence for each file. Of the
 * packages, only the contract is followed: the others depend on none of these libraries.
 */
export function findThreadImports(files: readonly SourceFile[]): string[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  const importers = new Map<string, string | null>([[threads, null]])
  const found: string[] = []
  for (const [path] of importers) {
    for (const { specifier, isType } of listImports(texts.get(path) ?? '')) {
      if (isType) continue
      if (unneeded.test(specifier))
        found.push(
          `${path}: Expected no import of ${specifier}, which worker threads load by ${describeWay(importers, path)}. Move what they need into a file of its own.`,
        )
      const target = specifier.startsWith('.') ? findTarget(path, specifier) : findInContract(specifier)
      if (target !== null && !importers.has(target)) importers.set(target, path)
    }
  }
  return found
}

const { exports: exported }: { readonly exports: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(join(root, 'packages/contract/package.json'), 'utf8'),
)

/** The file of `@millrace/contract/roles` and the like, also where the package exports a whole folder; else null. */
function findInContract(specifier: string): string | null {
  const name = specifier.match(/^@millrace\/contract\/(.+)$/)?.[1]
  if (name === undefined) return null
  const folder = name.replace(/[^/]+$/, '*')
  const file = exported[`./${name}`] ?? exported[`./${folder}`]?.replace('*', name.slice(folder.length - 1))
  return file === undefined ? null : join('packages/contract', file).replaceAll('\\', '/')
}

/** The files from the program of the threads to this one. */
function describeWay(importers: ReadonlyMap<string, string | null>, path: string): string {
  const way: string[] = []
  for (let at: string | null = path; at !== null; at = importers.get(at) ?? null) way.unshift(at)
  return way.join(', then ')
}

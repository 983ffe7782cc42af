import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run-tool.ts'
import { findTarget, listImports, type SourceFile } from './list-imports.ts'

/**
 * Finds circles of files that import values of each other, one sentence for each: whether their imports are defined
 * depends on the order of loading. Imports of types do not count, because types do not exist at run time.
 */
export function findCircles(files: readonly SourceFile[]): string[] {
  const imports = new Map(files.map((file) => [file.path, new Set<string>()]))
  for (const { path, text } of files) {
    for (const { specifier, isType } of listImports(text)) {
      const target = isType ? null : findFile(path, specifier)
      if (target !== null && imports.has(target)) imports.get(path)?.add(target)
    }
  }
  return listKnots(imports).map((knot) => describe(imports, knot))
}

function describe(imports: Imports, knot: readonly string[]): string {
  const [start, ...way] = findWayRound(imports, knot)
  return `${start}: Expected no circle of imports, but it imports itself by ${way.join(', then ')}. Move what they share into a file of its own, or hand it over as an argument.`
}

/** The file that an import means: of a package what its `exports` name. */
function findFile(path: string, specifier: string): string | null {
  const target = findTarget(path, specifier)
  if (target === null || specifier.startsWith('.')) return target
  const [folder, name, ...rest] = target.split('/')
  const own = exportsOf(`${folder}/${name}`)[['.', ...rest].join('/')]
  return own === undefined ? null : join(`${folder}/${name}`, own).replaceAll('\\', '/')
}

const exportsByPackage = new Map<string, Readonly<Record<string, string>>>()

function exportsOf(folder: string): Readonly<Record<string, string>> {
  const found = exportsByPackage.get(folder) ?? readExports(folder)
  exportsByPackage.set(folder, found)
  return found
}

function readExports(folder: string): Readonly<Record<string, string>> {
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
    exports?: Readonly<Record<string, string>>
  }
  return manifest.exports ?? {}
}

type Imports = ReadonlyMap<string, ReadonlySet<string>>

/** Sets of files each of which reaches all others of its set (Tarjan). */
function listKnots(imports: Imports): string[][] {
  const numbers = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const isOpen = new Set<string>()
  const knots: string[][] = []
  const visit = (path: string): number => {
    let low = numbers.size
    numbers.set(path, low)
    open.push(path)
    isOpen.add(path)
    for (const target of imports.get(path) ?? []) {
      if (!numbers.has(target)) low = Math.min(low, visit(target))
      else if (isOpen.has(target)) low = Math.min(low, lowest.get(target) ?? numbers.get(target) ?? low)
    }
    lowest.set(path, low)
    if (low !== numbers.get(path)) return low
    const knot = open.splice(open.indexOf(path))
    for (const one of knot) isOpen.delete(one)
    if (knot.length > 1 || imports.get(path)?.has(path)) knots.push(knot.toSorted())
    return low
  }
  for (const path of imports.keys()) if (!numbers.has(path)) visit(path)
  return knots
}

/** The shortest way from the first file of a knot back to it: that file, what it imports, and so on to itself. */
function findWayRound(imports: Imports, knot: readonly string[]): string[] {
  const [start = ''] = knot
  const cameFrom = new Map<string, string>()
  const queue = [start]
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    for (const target of imports.get(path) ?? []) {
      if (target === start) return [start, ...wayTo(cameFrom, path), start]
      if (!knot.includes(target) || cameFrom.has(target)) continue
      cameFrom.set(target, path)
      queue.push(target)
    }
  }
  return [start, start]
}

/** From what the start imports to `end`. */
function wayTo(cameFrom: ReadonlyMap<string, string>, end: string): string[] {
  const before = cameFrom.get(end)
  return before === undefined ? [] : [...wayTo(cameFrom, before), end]
}

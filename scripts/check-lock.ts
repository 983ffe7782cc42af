import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { satisfies } from 'semver'
import { nodePackages } from './launch/choose-node.mjs'
import { oldestNode } from './launch/oldest-node.mjs'
import { completeLock, type Lock } from './lock-file.ts'
import { root } from './run-tool.ts'

/**
 * Checks that `npm ci` installs the same packages everywhere, and that each package supports the versions of Node that
 * run the project: the pinned one, and the oldest allowed one. Returns the problems.
 */
export function findLockProblems({ oldest = oldestNode }: { oldest?: string } = {}): string[] {
  const text = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const lock = JSON.parse(text) as Lock
  return [...checkComplete(text, lock), ...checkHosts(text), ...checkEngines(Object.keys(lock.packages), oldest)]
}

function checkComplete(text: string, lock: Lock): string[] {
  if (JSON.stringify(completeLock(lock).lock, null, 2) === text.trim()) return []
  return [
    'package-lock.json: Expected what every npm can use, but it is as npm wrote it. Run npm run node -- scripts/complete-lock.ts.',
  ]
}

function checkHosts(text: string): string[] {
  const host = /"resolved": "(https?:\/\/[^/"]+)/.exec(text)?.[1]
  return host === undefined ? [] : [`package-lock.json: Expected no host of a registry, but it has ${host}.`]
}

/** Checks the `engines` of packages against our version of Node, which npm does not know. */
function checkEngines(paths: readonly string[], oldest: string): string[] {
  const pinned = readPackage(root)?.optionalDependencies ?? {}
  const nodes = new Set([oldest, ...Object.values(nodePackages).flatMap((name) => pinned[name] ?? [])])
  return paths.flatMap((path) => {
    const wanted = readPackage(join(root, path))?.engines?.node
    if (typeof wanted !== 'string') return []
    return [...nodes]
      .filter((node) => !satisfies(node, wanted))
      .map((node) => `${path}: Expected to run on Node ${node}, but it wants ${wanted}. Take another version of it.`)
  })
}

interface Package {
  readonly engines?: { readonly node?: unknown }
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

function readPackage(folder: string): Package | null {
  const file = join(folder, 'package.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Package) : null
}

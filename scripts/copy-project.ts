import { copyFileSync, cpSync, linkSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Files that a copy does not need, or has to have of its own. */
const leftOut: ReadonlySet<string> = new Set(['node_modules', 'dist', '.git', '.data', 'scratch', 'test-results'])

/**
 * Copies the sources of the project to a folder, whose own packages are those of the copy, so that changes there do not
 * affect the project. Dependencies are links to those of the project, or with `areDependenciesOwn` files of the copy
 * that share their content, as if they had been installed there.
 */
export function copyProject(
  from: string,
  to: string,
  { areDependenciesOwn = false }: { areDependenciesOwn?: boolean } = {},
): void {
  cpSync(from, to, {
    recursive: true,
    filter: (path) => !leftOut.has(basename(path)) && !path.endsWith('.tsbuildinfo'),
  })
  const copyDependencies = areDependenciesOwn ? shareFiles : linkDependencies
  const parts = ['apps', 'packages'].flatMap((room) => readdirSync(join(from, room)).map((part) => join(room, part)))
  for (const folder of ['.', ...parts])
    copyDependencies(join(from, folder, 'node_modules'), join(to, folder, 'node_modules'))
}

/** Our own packages are links that lead from `node_modules` to their folders, so the same links lead to the copy's. */
function linkDependencies(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const { name } of readFolder(from)) {
    if (name === '@millrace') shareFiles(join(from, name), join(to, name))
    else symlinkSync(join(from, name), join(to, name))
  }
}

function shareFiles(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readFolder(from)) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) shareFiles(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else shareFile(source, target)
  }
}

/** Without a second copy on the disk, unless the two folders are on different ones. */
function shareFile(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}

/** Caches of tools change while they are copied, and come back by themselves. */
function readFolder(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !/^\.(vite|cache)/.test(name))
  } catch {
    return []
  }
}

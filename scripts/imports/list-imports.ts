import { globSync, readFileSync } from 'node:fs'
import { dirname as folderOf, join, normalize } from 'node:path'
import { root } from '../run-tool.ts'

export interface SourceFile {
  /** From the project's folder, with slashes. */
  readonly path: string
  readonly text: string
}

/** Reads all TypeScript files of the project, including tests and tools. */
export function readSources(): SourceFile[] {
  const paths = globSync(
    ['packages/*/src/**/*.{ts,tsx}', 'apps/*/{src,build}/**/*.{ts,tsx}', '{scripts,e2e,bench}/**/*.ts'],
    { cwd: root, exclude: ['**/node_modules/**'] },
  )
  return paths.map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(root, path), 'utf8') }))
}

export interface Import {
  readonly specifier: string
  /** `import type`, not `import { type … }`, which still runs the module. */
  readonly isType: boolean
}

/** Lists the static and dynamic imports of a file. */
export function listImports(text: string): Import[] {
  const statements = text.matchAll(
    /(?:^|[\n;])\s*(?:import|export)\b(\s+type\b)?(?:[^'"`;]*?\bfrom)?\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g,
  )
  return [...statements].map(([, type, fixed, dynamic]) => ({
    specifier: fixed ?? dynamic ?? '',
    isType: type !== undefined,
  }))
}

/** Returns the file or package of the project that an import names; null for libraries. */
export function findTarget(path: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return normalize(join(folderOf(path), specifier)).replaceAll('\\', '/')
  const ours = specifier.match(/^@millrace\/([\w-]+)(.*)$/)
  if (ours === null) return null
  return `${apps.has(ours[1] ?? '') ? 'apps' : 'packages'}/${ours[1]}${ours[2]}`
}

const apps: ReadonlySet<string> = new Set(['server', 'web', 'form-designer'])

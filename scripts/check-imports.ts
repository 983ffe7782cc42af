import { globSync, readFileSync } from 'node:fs'
import { dirname as folderOf, join, normalize } from 'node:path'
import { root } from './run-tool.ts'

interface Rule {
  readonly ours: readonly string[]
  /** Only by `import type`: nothing of these runs in the part. */
  readonly types?: readonly string[]
  readonly never?: RegExp
}

/** Packages run anywhere, and XML is read in one of them. */
const never = /^(react|pg|fastify|saxes|node:)/

/**
 * The import table of `ARCHITECTURE.md`: which of our parts each part may import beside itself, and what it must not
 * touch at all. A part is the longest path in this table that a file begins with; `*` stands for one folder, and two
 * features are two parts.
 */
const table: Readonly<Record<string, Rule>> = {
  'packages/xml': { ours: [], never: /^(react|pg|fastify|node:)/ },
  'packages/expressions': { ours: [], never },
  'packages/time': { ours: [], never },
  'packages/bpmn': { ours: ['packages/xml'], never },
  'packages/dmn': { ours: ['packages/expressions', 'packages/xml'], never },
  'packages/engine': { ours: ['packages/bpmn', 'packages/expressions', 'packages/dmn', 'packages/time'], never },
  'packages/forms': { ours: ['packages/expressions'], never },
  'packages/contract': { ours: [], types: ['packages/forms'], never },
  'packages/test-kit': { ours: ['packages', 'apps/server'] },
  'apps/server/src': { ours: ['packages', 'apps/server'], never: /^(react|saxes)/ },
  'apps/server/src/app-context.ts': {
    ours: ['packages', 'apps/server/src/platform', 'apps/server/src/runtime'],
    never: /^(react|saxes)/,
  },
  'apps/server/src/platform': { ours: ['packages'], never: /^(react|saxes)/ },
  'apps/server/src/runtime': { ours: ['packages', 'apps/server/src/platform'], never: /^(react|saxes)/ },
  'apps/server/src/jobs': {
    ours: ['packages', 'apps/server/src/platform', 'apps/server/src/runtime'],
    never: /^(react|saxes)/,
  },
  'apps/server/src/engine-rest': {
    ours: ['packages', 'apps/server/src/platform', 'apps/server/src/runtime', 'apps/server/src/app-context.ts'],
    never: /^(react|saxes)/,
  },
  'apps/server/src/features/*': {
    ours: ['packages', 'apps/server/src/platform', 'apps/server/src/runtime', 'apps/server/src/app-context.ts'],
    never: /^(react|saxes)/,
  },
  'apps/web/src': {
    ours: ['packages/contract', 'packages/forms', 'apps/web/src'],
    types: ['packages/bpmn'],
    never: /^(node:|pg|fastify|saxes)/,
  },
  'apps/web/src/app': {
    ours: ['packages/contract', 'packages/forms', 'apps/web/src'],
    types: ['packages/bpmn'],
    never: /^(node:|pg|fastify|saxes)/,
  },
  'apps/web/src/features/*': {
    ours: [
      'packages/contract',
      'packages/forms',
      'apps/web/src/components',
      'apps/web/src/lib',
      'apps/web/src/config',
      'apps/web/src/styles',
      'apps/web/src/testing',
    ],
    types: ['packages/bpmn'],
    never: /^(node:|pg|fastify|saxes)/,
  },
  // The one chunk of the browser that reads and checks models while somebody draws.
  'apps/web/src/features/modeller': {
    ours: [
      'packages/contract',
      'packages/forms',
      'packages/bpmn',
      'packages/expressions',
      'packages/time',
      'apps/web/src/components',
      'apps/web/src/lib',
      'apps/web/src/config',
      'apps/web/src/styles',
      'apps/web/src/testing',
    ],
    never: /^(node:|pg|fastify|saxes)/,
  },
  'apps/web/src/components': {
    ours: [
      'packages/contract',
      'packages/forms',
      'apps/web/src/lib',
      'apps/web/src/config',
      'apps/web/src/styles',
      'apps/web/src/testing',
    ],
    types: ['packages/bpmn'],
    never: /^(node:|pg|fastify|saxes)/,
  },
  'apps/web/src/lib': {
    ours: ['packages/contract', 'packages/forms', 'apps/web/src/config', 'apps/web/src/testing'],
    types: ['packages/bpmn'],
    never: /^(node:|pg|fastify|saxes)/,
  },
}

const pureParts = ['packages/engine', 'packages/time']

/** What would make a run of the engine another one the next time. */
const outsideOfTheEngine =
  /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bperformance\.now\b|\bTemporal\.Now\b|\bcrypto\.|\bprocess\.env\b/

export interface SourceFile {
  /** From the project's folder, with slashes. */
  readonly path: string
  readonly text: string
}

/** Imports that the table does not allow, one sentence each. */
export function findForbiddenImports(files: readonly SourceFile[] = readSources()): string[] {
  return files.flatMap((file) => [...checkImports(file), ...checkEngine(file)])
}

function readSources(): SourceFile[] {
  const paths = globSync(['packages/*/src/**/*.{ts,tsx}', 'apps/*/src/**/*.{ts,tsx}'], { cwd: root })
  return paths.map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(root, path), 'utf8') }))
}

function checkImports({ path, text }: SourceFile): string[] {
  const part = findPart(path)
  const rule = part === null ? undefined : table[part.rule]
  if (part === null || rule === undefined)
    return [`${path}: Expected a part of the import table in scripts/check-imports.ts, but the file belongs to none.`]
  const isTest = isForTests(path)
  return listImports(text).flatMap(({ specifier, isType }) => {
    const target = findTarget(path, specifier)
    if (target === null)
      return !isTest && rule.never?.test(specifier)
        ? [`${path}: Expected no import of ${specifier} in ${part.path}.`]
        : []
    if (isTest && (target.startsWith('packages/') || isWithin(target, 'apps/web/build'))) return []
    const allowed = [part.path, ...rule.ours, ...(isType ? (rule.types ?? []) : [])]
    return allowed.some((one) => isWithin(target, one))
      ? []
      : [`${path}: Expected ${part.path} to import only ${allowed.join(', ')}, but it imports ${target}.`]
  })
}

function checkEngine({ path, text }: SourceFile): string[] {
  if (!pureParts.some((part) => isWithin(path, part)) || isForTests(path)) return []
  const found = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '').match(outsideOfTheEngine)
  return found === null ? [] : [`${path}: Expected time, ids and chance to be passed in, but it uses ${found[0]}.`]
}

function isForTests(path: string): boolean {
  return /\.test\.tsx?$|\/(?:testing|fixtures|event-table)\/|\/test-[^/]*\.tsx?$/.test(path)
}

/** The part that a file belongs to: the rule, and the path that its `*` stands for. */
function findPart(path: string): { rule: string; path: string } | null {
  let best: { rule: string; path: string } | null = null
  for (const rule of Object.keys(table)) {
    const match = path.match(new RegExp(`^${rule.replaceAll('.', '\\.').replace('*', '[^/]+')}(?=/|$)`))
    if (match !== null && rule.length > (best?.rule.length ?? 0)) best = { rule, path: match[0] }
  }
  return best
}

function isWithin(path: string, part: string): boolean {
  return path === part || path.startsWith(`${part}/`)
}

interface Import {
  readonly specifier: string
  /** `import type`, not `import { type … }`, which still runs the module. */
  readonly isType: boolean
}

function listImports(text: string): Import[] {
  const statements = text.matchAll(
    /(?:^|[\n;])\s*(?:import|export)\b(\s+type\b)?(?:[^'"`;]*?\bfrom)?\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g,
  )
  return [...statements].map(([, type, fixed, dynamic]) => ({
    specifier: fixed ?? dynamic ?? '',
    isType: type !== undefined,
  }))
}

/** The file or package of ours that an import means; null for libraries. */
function findTarget(path: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return normalize(join(folderOf(path), specifier)).replaceAll('\\', '/')
  const ours = specifier.match(/^@millrace\/([\w-]+)(.*)$/)
  if (ours === null) return null
  return `${ours[1] === 'server' || ours[1] === 'web' ? 'apps' : 'packages'}/${ours[1]}${ours[2]}`
}

import { findCircles } from './imports/find-circles.ts'
import { findThreadImports } from './imports/find-thread-imports.ts'
import { findPart, importTable, isWithin } from './imports/import-table.ts'
import { findTarget, listImports, readSources, type SourceFile } from './imports/list-imports.ts'

/** Returns the errors in the imports of the project, one sentence each. */
export function findImportProblems(): string[] {
  const files = readSources()
  return [
    ...findForbiddenImports(files.filter(({ path }) => isInTable(path))),
    ...findCircles(files),
    ...findThreadImports(files),
  ]
}

/** Packages and the sources of apps; tools may import what they need. */
function isInTable(path: string): boolean {
  return /^(?:packages|apps)\/[^/]+\/src\//.test(path)
}

/** Finds imports that the table does not allow, one sentence each. */
export function findForbiddenImports(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => [...checkImports(file), ...checkEngine(file)])
}

function checkImports({ path, text }: SourceFile): string[] {
  const part = findPart(path)
  const rule = part === null ? undefined : importTable[part.rule]
  if (part === null || rule === undefined)
    return [
      `${path}: Expected a part of the import table in scripts/imports/import-table.ts, but the file belongs to none.`,
    ]
  const isTest = isForTests(path)
  return listImports(text).flatMap(({ specifier, isType }) => {
    const target = findTarget(path, specifier)
    if (target === null)
      return !isTest && rule.never?.test(specifier)
        ? [`${path}: Expected no import of ${specifier} in ${part.path}.`]
        : []
    if (target.startsWith('apps/') && isWithin(path, 'packages'))
      return [
        `${path}: Expected packages to know no app, but it imports ${target}. Hand over what it needs, or move it.`,
      ]
    if (!isTest && !isType && rule.leaves?.some((one) => isWithin(target, one)))
      return [
        `${path}: Expected ${part.path} to change things by operations alone, but it imports ${target}. Write an operation in apps/server/src/operations, and call it here.`,
      ]
    if (isTest && (target.startsWith('packages/') || forTests.some((one) => isWithin(target, one)))) return []
    const allowed = [part.path, ...rule.ours, ...(isType ? (rule.types ?? []) : [])]
    return allowed.some((one) => isWithin(target, one))
      ? []
      : [`${path}: Expected ${part.path} to import only ${allowed.join(', ')}, but it imports ${target}.`]
  })
}

/** Files that tests of apps may import in addition to packages. */
const forTests = ['apps/web/build', 'apps/server/testing']

function checkEngine({ path, text }: SourceFile): string[] {
  if (!pureParts.some((part) => isWithin(path, part)) || isForTests(path)) return []
  const found = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '').match(outsideOfTheEngine)
  return found === null ? [] : [`${path}: Expected time, ids and chance to be passed in, but it uses ${found[0]}.`]
}

function isForTests(path: string): boolean {
  return /\.test\.tsx?$|\/(?:testing|fixtures|event-table)\/|\/test-[^/]*\.tsx?$/.test(path)
}

const pureParts = ['packages/engine', 'packages/time']

/** Calls that would make two runs of the engine differ. */
const outsideOfTheEngine =
  /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bperformance\.now\b|\bTemporal\.Now\b|\bcrypto\.|\bprocess\.env\b/

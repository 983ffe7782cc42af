import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceFile } from './imports/list-imports.ts'
import { constructions, literals } from './linear/exceptions.ts'
import { type FoundPattern, listPatterns } from './linear/list-patterns.ts'
import { findSlowness, isBounded } from './linear/prove.ts'
import { root } from './run-tool.ts'

/** Regular expressions that are proved to take linear time, one a line. A proof takes up to seconds, so it is kept. */
const provenFile = join(root, 'scripts/linear/proven.txt')

/**
 * Finds regular expressions of the product that may take more than linear time, one sentence for each. Foreign text is
 * matched by many of them, and one quadratic expression lets one request stop the server for everybody.
 */
export function findSlowPatterns(
  files: readonly SourceFile[] = readSources(),
  proven: ReadonlySet<string> = readProven(),
): string[] {
  return files.flatMap((file) => {
    const found = listPatterns(file)
    const slow = found.filter(
      (pattern) => pattern.literal !== null && !isExcepted(pattern) && !isKnown(pattern.literal.source, pattern.text),
    )
    const built = found.filter(({ literal }) => literal === null)
    const allowed = constructions.find(({ path }) => path === file.path)?.count ?? 0
    return [
      ...slow.map(
        ({ path, line, text }) =>
          `${path}:${line}: Expected a regular expression that is proved linear, but ${text} is not. Run npm run node -- scripts/check-patterns.ts --write, which proves it.`,
      ),
      ...(built.length === allowed
        ? []
        : [
            `${file.path}: Expected ${allowed} regular expressions that are put together at run time, as scripts/linear/exceptions.ts says, but there are ${built.length}. Write a literal, which can be proved, or say there why it takes linear time.`,
          ]),
    ]
  })

  function isKnown(source: string, text: string): boolean {
    return isBounded(source) || proven.has(text)
  }
}

/** Exceptions and proofs for which the product no longer has a regular expression. */
function findStale(): string[] {
  const sources = readSources()
  const texts = new Set(sources.flatMap(listPatterns).map(({ text }) => text))
  const paths = new Set(sources.map(({ path }) => path))
  return [
    ...[...readProven(), ...literals.map(({ text }) => text)]
      .filter((text) => !texts.has(text))
      .map(
        (text) =>
          `scripts/linear: Expected ${text} in the product, but it has no such regular expression. Run npm run node -- scripts/check-patterns.ts --write.`,
      ),
    ...constructions
      .filter(({ path }) => !paths.has(path))
      .map(
        ({ path }) =>
          `scripts/linear/exceptions.ts: Expected the file ${path}, but there is none. Remove the exception.`,
      ),
  ]
}

/** Returns all problems with regular expressions that `npm run check` reports. */
export function findPatternProblems(): string[] {
  return [...findSlowPatterns(), ...findStale()]
}

function isExcepted(pattern: FoundPattern): boolean {
  return literals.some(({ path, text }) => path === pattern.path && text === pattern.text)
}

function readProven(): ReadonlySet<string> {
  return new Set(readFileSync(provenFile, 'utf8').split('\n').filter(Boolean))
}

function readSources(): SourceFile[] {
  return globSync(['packages/*/src/**/*.{ts,tsx}', 'apps/*/src/**/*.{ts,tsx}'], { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.tsx?$|\/testing\//.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/** @param known what needs no other proof. */
function writeProven(known: ReadonlySet<string>): string[] {
  const proven = new Set<string>()
  const refused: string[] = []
  for (const pattern of readSources().flatMap(listPatterns)) {
    const { path, line, text, literal } = pattern
    if (literal === null || isExcepted(pattern) || proven.has(text) || isBounded(literal.source)) continue
    const slowness = known.has(text) ? null : findSlowness(literal.source, literal.flags)
    if (slowness === null) proven.add(text)
    else refused.push(`${path}:${line}: Expected linear time, but ${text} takes longer for ${slowness}.`)
  }
  writeFileSync(provenFile, `${[...proven].toSorted().join('\n')}\n`)
  return refused
}

if (import.meta.main) {
  // Without --write it proves all of them again, which takes minutes.
  const refused = writeProven(process.argv.includes('--write') ? readProven() : new Set())
  const problems = [...refused, ...findPatternProblems()]
  for (const problem of problems) console.error(problem)
  process.exit(problems.length === 0 ? 0 : 1)
}

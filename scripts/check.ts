import { findComparisons } from './check-comparisons.ts'
import { findDocProblems } from './check-docs.ts'
import { findImportProblems } from './check-imports.ts'
import { findLiveWrites } from './check-live-state.ts'
import { findLockProblems } from './check-lock.ts'
import { findMigrationProblems } from './check-migrations.ts'
import { findPatternProblems } from './check-patterns.ts'
import { findWritingProblems } from './check-writing.ts'
import { findWritingStatements } from './check-writing-statements.ts'
import { runTool } from './run-tool.ts'

/** Whatever can be told without running the program, in the order of how fast it is told. */
const checks: readonly { readonly name: string; readonly run: () => Promise<boolean> }[] = [
  { name: 'imports', run: async () => report(findImportProblems()) },
  { name: 'statements that write', run: async () => report(findWritingStatements()) },
  { name: 'comparisons that no index serves', run: async () => report(findComparisons()) },
  { name: 'writes of live state', run: async () => report(findLiveWrites()) },
  { name: 'migrations', run: async () => report(findMigrationProblems()) },
  { name: 'regular expressions', run: async () => report(findPatternProblems()) },
  { name: 'documents', run: async () => report(findDocProblems()) },
  { name: 'writing', run: async () => report(findWritingProblems()) },
  { name: 'lock of the packages', run: async () => report(findLockProblems()) },
  { name: 'format and lint', run: () => runTool('biome', ['check', '--error-on-warnings', '.']) },
  { name: 'types', run: () => checkTypes('tsconfig.json') },
  { name: 'types of the browser application', run: () => checkTypes('apps/web/tsconfig.json') },
  { name: 'dead code', run: () => runTool('knip', ['--config', 'scripts/knip.json']) },
]

/**
 * Runs the checks.
 *
 * @param without names of checks that are left out
 * @returns the names of the checks that failed
 */
export async function runChecks(without: readonly string[] = []): Promise<string[]> {
  const failed: string[] = []
  for (const { name, run } of checks) {
    if (without.includes(name) || (await run())) continue
    console.error(`Failed: ${name}\n`)
    failed.push(name)
  }
  return failed
}

/**
 * On one processor: the compiler's checkers each look up again what another has, which doubles what they take together.
 * The compiler is a program of Go, whose collector took a third of its time to keep a tenth of its memory free.
 */
function checkTypes(project: string): Promise<boolean> {
  process.env.GOGC ??= '400'
  return runTool('tsc', ['--noEmit', '--singleThreaded', '-p', project])
}

function report(problems: readonly string[]): boolean {
  for (const problem of problems) console.error(problem)
  return problems.length === 0
}

if (import.meta.main) {
  const without = process.argv.slice(2).flatMap((word) => word.split('--without=')[1] ?? [])
  const failed = await runChecks(without)
  console.log(
    failed.length === 0 ? `All ${checks.length - without.length} checks passed.` : `Failed: ${failed.join(', ')}.`,
  )
  process.exit(failed.length === 0 ? 0 : 1)
}

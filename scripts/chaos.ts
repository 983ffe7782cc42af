import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPatroniTools } from '../apps/server/src/testing/patroni-cluster.ts'
import { findOlderRelease } from './find-release.ts'
import { root, runTool } from './run-tool.ts'

/**
 * Failures for longer than tests cause them:
 * - `npm run chaos -- SECONDS PAIRS` kills servers at random, during 120 seconds of steps and changes of 300 random pairs
 *   of models by default;
 * - `npm run chaos -- failover TIMES` kills the primary of two databases, 10 times by default;
 * - `npm run chaos -- batch COUNT` kills the worker of a batch over 100,000 instances by default, pauses it and lets it
 *   go on, and prints its rate, the time of others' calls and the memory of the worker;
 * - `npm run chaos -- releases COMMIT` starts this checkout beside an older commit on one database, by default the last
 *   release (`find-release.ts`). Its packages are those of this checkout;
 * - `npm run chaos -- cells COUNT` spreads 30 workplaces by default over three databases, cuts one of them off, and moves
 *   a workplace, under load;
 * - `npm run chaos -- patroni FOLDER` runs a cluster of Patroni with the PostgreSQL in a folder of programs, by default
 *   the newest of Debian.
 */
const [what = '120', count] = process.argv.slice(2)
const files = {
  failover: ['fail-over'],
  releases: ['releases'],
  batch: ['killed-batch'],
  cells: ['cells-under-load'],
  patroni: ['patroni'],
}[what] ?? ['chaos', 'killed-changes']
if (what === 'failover') process.env.MILLRACE_FAIL_OVERS = count ?? '10'
else if (what === 'patroni')
  Object.assign(process.env, { MILLRACE_CHAOS_PATRONI: '1', MILLRACE_PATRONI_POSTGRES: findPatroni(count) })
else if (what === 'cells') process.env.MILLRACE_CHAOS_CELLS = count ?? '30'
else if (what === 'batch') process.env.MILLRACE_CHAOS_BATCH = count ?? '100000'
else if (what === 'releases') process.env.MILLRACE_OLDER_RELEASE = checkOut(count ?? findOlder())
else Object.assign(process.env, { MILLRACE_CHAOS_SECONDS: what, MILLRACE_CHAOS_PAIRS: count ?? '300' })
const paths = files.map((name) => `apps/server/src/${name}.test.ts`)
const hasPassed = await runTool('vitest', ['run', '--root', root, ...paths])
if (process.env.MILLRACE_OLDER_RELEASE !== undefined) remove(process.env.MILLRACE_OLDER_RELEASE)
process.exit(hasPassed ? 0 : 1)

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
}

/** Finds a commit that was released, and says which one and why. Ends the script with a plain sentence without one. */
function findOlder(): string {
  try {
    const { commit, why } = findOlderRelease(root)
    console.log(`Compares with ${git('log', '-1', '--format=%h (%s)', commit)}, ${why}.`)
    return commit
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exit(2)
  }
}

/** Ends the script with a plain sentence when something that a cluster needs is not on this machine. */
function findPatroni(folder: string | undefined): string {
  const { missing, postgresFolder } = findPatroniTools(folder)
  if (missing === null) return postgresFolder
  console.error(missing)
  process.exit(2)
}

function checkOut(commit: string): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'millrace-older-')), 'checkout')
  git('worktree', 'add', '--detach', folder, commit)
  // Hard links: its own parts are found beside them, not here.
  for (const part of [
    '.',
    ...git('ls-files', '*/package.json')
      .split('\n')
      .map((path) => join(path, '..')),
  ]) {
    const packages = join(part, 'node_modules')
    if (existsSync(join(root, packages)) && existsSync(join(folder, part)))
      execFileSync('cp', ['-al', join(root, packages), join(folder, packages)])
  }
  return folder
}

function remove(folder: string): void {
  git('worktree', 'remove', '--force', folder)
  rmSync(join(folder, '..'), { recursive: true, force: true })
}

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { findOlderRelease } from './find-release.ts'

let folder = ''

/** Runs git with nothing of whoever runs the tests: in a hook it would write into the repository of the hook. */
function git(...args: readonly string[]): string {
  const env = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
  return execFileSync('git', args, { cwd: folder, env, encoding: 'utf8' }).trim()
}

/** Commits migrations by their numbers and texts. @returns the commit. */
function commit(migrations: Readonly<Record<string, string>>): string {
  const path = join(folder, 'apps/server/migrations')
  mkdirSync(path, { recursive: true })
  for (const [name, text] of Object.entries(migrations)) writeFileSync(join(path, `${name}.sql`), text)
  git('add', '.')
  git('commit', '--quiet', '--allow-empty', '--message=change')
  return git('rev-parse', 'HEAD')
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-releases-'))
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'user.name', 'Ada')
  git('config', 'user.email', 'ada@example.com')
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

it('finds the newest release before the commit that is checked out', () => {
  commit({ 1: 'a' })
  git('tag', 'v1.0.0')
  const released = commit({ 2: 'b' })
  git('tag', '--annotate', '--message=second', 'v1.1.0')
  commit({ 3: 'c' })
  // Not a version, and not older.
  git('tag', 'saved')
  commit({})
  git('tag', 'v1.2.0')
  expect(findOlderRelease(folder)).toEqual({ commit: released, why: 'the release v1.1.0' })
})

it('finds what the remote has, without versions: nothing that is not pushed', () => {
  const pushed = commit({ 1: 'a' })
  git('update-ref', 'refs/remotes/origin/main', pushed)
  commit({ 2: 'b' })
  commit({ 3: 'c' })
  const why = 'the newest commit of origin/main with another schema'
  expect(findOlderRelease(folder)).toEqual({ commit: pushed, why })
})

it('passes over commits whose migrations were changed later, and those with the same schema', () => {
  const first = commit({ 1: 'a' })
  commit({ 2: 'b' })
  commit({ 2: 'b, changed', 3: 'c' })
  git('update-ref', 'refs/remotes/origin/main', commit({}))
  expect(findOlderRelease(folder).commit).toBe(first)
})

it('says that a commit may be unreleased where git knows no release', () => {
  const first = commit({ 1: 'a' })
  commit({ 2: 'b' })
  expect(findOlderRelease(folder)).toEqual({ commit: first, why: expect.stringContaining('may be unreleased') })
})

it('finds none in a history without an older schema', () => {
  commit({ 1: 'a' })
  commit({})
  expect(() => findOlderRelease(folder)).toThrow('Name a commit.')
})

it('asks the repository of the folder, and not that of the hook that it runs in', () => {
  const first = commit({ 1: 'a' })
  commit({ 2: 'b' })
  for (const name of ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_OBJECT_DIRECTORY'])
    vi.stubEnv(name, join(folder, 'elsewhere'))
  expect(findOlderRelease(folder).commit).toBe(first)
})

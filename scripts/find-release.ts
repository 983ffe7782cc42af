import { execFileSync } from 'node:child_process'

const migrations = 'apps/server/migrations'

/** Git sets these for hooks and `git rebase --exec`, and takes the repository that they name instead of the folder's. */
const placesOfGit =
  /^GIT_(?:DIR|COMMON_DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|NAMESPACE|PREFIX)$/

/** An older commit to compare this checkout with, and how git knows that it was released. */
interface OlderRelease {
  readonly commit: string
  /** A sentence for whoever runs a script: `the release v1.2.0`. */
  readonly why: string
}

/**
 * Finds the newest commit before the one that is checked out that was certainly released: the one of a tag such as
 * `v1.2.0`, otherwise one on the main branch of the remote that has another schema. Without both it looks in the local
 * history, and says so. Other commits than those of tags can be intermediate: their migrations may have been changed before
 * they were published, so that their databases cannot be migrated. These are passed over.
 *
 * @throws Error when there is none, such as in a clone without history.
 */
export function findOlderRelease(folder: string): OlderRelease {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !placesOfGit.test(name)))
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  const find = (...args: readonly string[]) => {
    try {
      return git(...args)
    } catch {
      return null
    }
  }
  const tag = find('describe', '--tags', '--abbrev=0', '--match=v[0-9]*', 'HEAD^')
  if (tag !== null) return { commit: git('rev-parse', `${tag}^{commit}`), why: `the release ${tag}` }
  const remote = ['origin/HEAD', 'origin/main'].find((name) => find('rev-parse', '--verify', '--quiet', name) !== null)
  const shared = remote === undefined ? null : find('merge-base', 'HEAD', remote)
  const older = findOtherSchema(git, shared ?? 'HEAD')
  if (older === undefined)
    throw new Error('Expected an older commit with another schema, but git knows none here. Name a commit.')
  return {
    commit: older,
    why:
      shared === null
        ? 'the newest local commit with another schema. It may be unreleased: there is no tag of a version, and no remote branch'
        : `the newest commit of ${remote} with another schema`,
  }
}

/** Finds the newest commit of a history that has fewer migrations than the one that is checked out, none of them changed. */
function findOtherSchema(git: (...args: readonly string[]) => string, from: string): string | undefined {
  const readMigrations = (commit: string) =>
    git('ls-tree', '-r', commit, '--', migrations)
      .split('\n')
      .filter((line) => line !== '')
  const now = new Set(readMigrations('HEAD'))
  // Between two changes of the schema all commits have the same one: the newest is the parent of a change.
  const before = git('log', '--format=%P', from, '--', migrations)
    .split(/\s+/)
    .filter((commit) => commit !== '')
  return [git('rev-parse', from), ...before].find((commit) => {
    const then = readMigrations(commit)
    return then.length > 0 && then.length < now.size && then.every((migration) => now.has(migration))
  })
}

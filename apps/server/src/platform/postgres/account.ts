import { chmodSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartFailure } from '../start-failure.ts'

/** A user of the operating system, by number. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

/**
 * Finds the system account that runs PostgreSQL: null for the current one, but PostgreSQL refuses root. For root it is
 * the owner of an existing cluster folder, else the system's account for PostgreSQL, else `nobody`.
 *
 * @throws StartFailure when there is no such account.
 */
export function findPostgresAccount(clusterFolder: string): Account | null {
  if (process.getuid?.() !== 0) return null
  const owner = statSync(clusterFolder, { throwIfNoEntry: false })
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const accounts = readAccounts()
  const account = accounts.get('postgres') ?? accounts.get('_postgres') ?? accounts.get('nobody')
  if (account === undefined) {
    throw new StartFailure(
      'Expected an account “postgres” or “nobody” for PostgreSQL, which cannot run as root, but it does not exist. Start the server as an ordinary user, or set DATABASE_URL.',
    )
  }
  return account
}

/** PostgreSQL looks its account up by number, so it must be one that the system knows. */
function readAccounts(): Map<string, Account> {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  const fields = lines.filter((line) => !line.startsWith('#')).map((line) => line.split(':'))
  return new Map(
    fields.flatMap(([name, , uid, gid]) =>
      name === undefined || !(Number(uid) > 0) ? [] : [[name, { uid: Number(uid), gid: Number(gid) }] as const],
    ),
  )
}

/**
 * Lets an account pass through the data folder to the cluster in it.
 *
 * @throws StartFailure when a folder above denies access.
 */
export function openWayFor(account: Account, dataFolder: string): void {
  const { mode, uid } = statSync(dataFolder)
  if (uid === 0) chmodSync(dataFolder, (mode & 0o7777) | 0o011)
  if (canReach(dataFolder, account)) return
  throw new StartFailure(
    `PostgreSQL cannot run as root and runs as user ${account.uid}, but this user has no access to a parent folder of ${dataFolder}. Set MILLRACE_DATA to another folder.`,
  )
}

/** Returns whether an account may enter a folder, by the permission bits of all folders on the path. */
export function canReach(folder: string, { uid, gid }: Account): boolean {
  const { mode, uid: owner, gid: group } = statSync(folder)
  const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001
  const parent = dirname(folder)
  return (mode & bit) !== 0 && (parent === folder || canReach(parent, { uid, gid }))
}

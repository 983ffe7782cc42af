import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartFailure } from '../start-failure.ts'
import type { Passwords } from './cluster.ts'
import { findRunning } from './orphan.ts'
import { connectAsOwner } from './owner.ts'
import { type Postgres, startPostgres } from './start-postgres.ts'

/**
 * Provides the embedded PostgreSQL of a data folder for a command: a running one, else one that is started and ends
 * with `stop`.
 *
 * @throws StartFailure when there is no database in the folder, or it does not start.
 */
export async function borrowPostgres(dataFolder: string): Promise<Pick<Postgres, 'url' | 'stop'>> {
  const folder = join(dataFolder, 'postgres')
  const passwordFile = join(folder, 'passwords.json')
  if (!hasPostgres(dataFolder))
    throw new StartFailure(
      `Expected a database in ${folder}, but there is none. Start the server once, or set MILLRACE_DATA or DATABASE_URL.`,
    )
  const files = join(folder, 'files')
  const running = findRunning(files)
  if (running === null) return startPostgres({ dataFolder })
  const passwords = JSON.parse(readFileSync(passwordFile, 'utf8')) as Passwords
  const owner = await connectAsOwner({ files, log: join(folder, 'log'), passwords }, running.port)
  if (!owner.ok && owner.reason === 'owned')
    return {
      url: `postgres://millrace:${passwords.app}@127.0.0.1:${running.port}/millrace`,
      stop: async () => {},
    }
  if (owner.ok) await owner.client.end()
  return startPostgres({ dataFolder })
}

/** Returns whether a data folder has an embedded PostgreSQL. */
export function hasPostgres(dataFolder: string): boolean {
  return existsSync(join(dataFolder, 'postgres', 'passwords.json'))
}

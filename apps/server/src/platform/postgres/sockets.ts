import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { isPostgres } from './orphan.ts'

/** Bytes of the longest path that a socket may have: 103 on macOS, 107 on Linux. */
const longestPath = 103

/**
 * Returns the folder for PostgreSQL's socket, which costs less at each round trip than TCP. Null on Windows, and when
 * the path is too long for a socket or PostgreSQL would read it as several paths.
 */
export function findSocketFolder(folder: string): string | null {
  const path = join(folder, '.s.PGSQL.65535')
  const isFit = isAbsolute(path) && Buffer.byteLength(path) <= longestPath && !path.includes(',')
  return isFit && process.platform !== 'win32' ? folder : null
}

/**
 * Deletes socket files of PostgreSQL processes that were killed. Each process has its own port, so a new one does not
 * replace them.
 */
export function removeDeadSockets(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, socket] = /^(\.s\.PGSQL\.\d+)\.lock$/.exec(name) ?? []
    if (socket === undefined || isPostgres(Number(readFileSync(join(folder, name), 'utf8').split('\n')[0]))) continue
    for (const file of [socket, name]) rmSync(join(folder, file), { force: true })
  }
}

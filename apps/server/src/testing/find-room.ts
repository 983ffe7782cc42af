import { accessSync, constants, existsSync, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** A folder that Linux keeps in memory. */
export const memory = '/dev/shm'
const gigabyte = 1024 ** 3

/**
 * Where a database of tests has its files: in memory where Linux has plenty of it, else in the temporary folder, as
 * where `TMPDIR` says which. Each file of tests has a database of nine hundred files, which a disk takes longer to make
 * and to remove than the tests take to use, the longer the more of them came and went before.
 */
export function findRoom(): string {
  return process.env.TMPDIR === undefined && process.platform === 'linux' && isRoomy() ? memory : tmpdir()
}

/** Wherever that may have been for an earlier run. */
export function listRooms(): string[] {
  return [tmpdir(), memory].filter((folder) => existsSync(folder))
}

function isRoomy(): boolean {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= 4 * gigabyte && process.availableMemory() >= 6 * gigabyte && runsPrograms()
  } catch {
    return false
  }
}

/** PostgreSQL's programs are copied there for an account that may not enter the project. */
function runsPrograms(): boolean {
  const [, options = 'noexec'] =
    new RegExp(`^\\S+ ${memory} \\S+ (\\S+)`, 'm').exec(readFileSync('/proc/mounts', 'utf8')) ?? []
  return !options.split(',').includes('noexec')
}

import { accessSync, constants, existsSync, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** A folder that Linux keeps in memory. */
export const memory = '/dev/shm'
const gigabyte = 1024 ** 3

/**
 * Returns the folder for the files of test databases: `TMPDIR` if it is set, otherwise memory if Linux has enough,
 * otherwise the temporary folder. The database of each test file has nine hundred files, which a disk takes longer to
 * create and delete than the tests take to run.
 */
export function findRoom(): string {
  return process.env.TMPDIR === undefined && process.platform === 'linux' && isRoomy() ? memory : tmpdir()
}

/** Lists the folders in which earlier runs may have put test databases. */
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

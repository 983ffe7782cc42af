import { createHash, randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { timeZoneName } from '@millrace/contract'
import type { Config } from './config.ts'
import { canReach, findPostgresAccount } from './postgres/account.ts'
import { reasonOf, StartFailure } from './start-failure.ts'

/**
 * Prepares the folder for data that outlives the process: the embedded database, the generated secret, uploaded files.
 * By default it is `.data` in the project. PostgreSQL does not run as root, so for root it is a folder below
 * `/var/lib/millrace` if the project is in a folder that only its owner may enter.
 *
 * @throws StartFailure when the folder cannot be created.
 */
export function prepareDataFolder(config: Config, projectFolder: string): string {
  const folder = config.dataFolder ?? defaultDataFolder(projectFolder)
  try {
    // Others may pass through to what is theirs (PostgreSQL's account), but not look around.
    makeFolder(folder, 0o711)
  } catch (error) {
    throw new StartFailure(
      `The data folder ${folder} could not be created: ${reasonOf(error)}. Set MILLRACE_DATA to another folder.`,
    )
  }
  return folder
}

/**
 * Creates a folder with its parents, one by one: the recursive option of Node never ends where folders cannot be
 * created, such as in /proc.
 */
function makeFolder(folder: string, mode: number): void {
  if (!existsSync(dirname(folder))) makeFolder(dirname(folder), mode)
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

/** Returns the key for signatures and for secrets at rest: `MILLRACE_SECRET`, or generated at the first start. */
export function readOrCreateSecret(config: Config, dataFolder: string): string {
  if (config.secret !== null) return config.secret
  const file = join(dataFolder, 'secret')
  try {
    if (!existsSync(file)) createFile(file, randomBytes(32).toString('base64url'))
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new StartFailure(
      `The generated secret could not be saved in ${file}: ${reasonOf(error)}. Set MILLRACE_SECRET or MILLRACE_DATA.`,
    )
  }
}

/** Returns the key if it exists; null where the first start would generate it. */
export function findSecret(config: Config, dataFolder: string): string | null {
  const file = join(dataFolder, 'secret')
  return config.secret ?? (existsSync(file) ? readFileSync(file, 'utf8') : null)
}

/** Stores the key of a restored installation in an empty data folder. */
export function keepSecret(dataFolder: string, secret: string): void {
  createFile(join(dataFolder, 'secret'), secret)
}

/** Returns the time zone of the installation if it exists; null where the first start would keep that of the machine. */
export function findTimeZone(config: Config, dataFolder: string): string | null {
  if (config.timeZone !== null) return config.timeZone
  return existsSync(join(dataFolder, 'time-zone')) ? readOrKeepTimeZone(config, dataFolder) : null
}

/**
 * Returns the time zone of the installation, as an IANA name: `MILLRACE_TIME_ZONE`, or that of the machine of the first
 * start. It is kept, because days that are stored begin in it: another machine would read each as the day before or
 * after.
 *
 * @throws StartFailure when it cannot be kept, or the file has something else.
 */
export function readOrKeepTimeZone(
  config: Config,
  dataFolder: string,
  ofMachine: string = Intl.DateTimeFormat().resolvedOptions().timeZone,
): string {
  if (config.timeZone !== null) return config.timeZone
  const file = join(dataFolder, 'time-zone')
  try {
    if (!existsSync(file)) createFile(file, ofMachine)
    const kept = readFileSync(file, 'utf8').trim()
    if (timeZoneName.safeParse(kept).success) return kept
    throw new Error(`it has “${kept.slice(0, 64)}”, which is the name of no time zone`)
  } catch (error) {
    throw new StartFailure(
      `The time zone could not be saved in ${file}: ${reasonOf(error)}. Set MILLRACE_TIME_ZONE or MILLRACE_DATA.`,
    )
  }
}

/** Moved into place when it is complete; where another process was faster, its file stays. */
function createFile(file: string, content: string): void {
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, content, { mode: 0o600 })
  try {
    linkSync(unfinished, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(unfinished)
  }
}

function defaultDataFolder(projectFolder: string): string {
  const inProject = join(projectFolder, '.data')
  const account = findPostgresAccount(join(inProject, 'postgres'))
  if (account === null || canReach(projectFolder, account)) return inProject
  const hash = createHash('sha256').update(projectFolder).digest('hex').slice(0, 8)
  return join('/var/lib/millrace', `${basename(projectFolder)}-${hash}`)
}

import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { fingerprintOf, unfinishedEnd } from './operations/backups/backup-manifest.ts'
import { pruneBackups } from './operations/backups/prune-backups.ts'
import { type OpenedBackup, openBackup } from './operations/backups/read-manifest.ts'
import { recordBackup } from './operations/backups/record-backup.ts'
import { restoreBackup } from './operations/backups/restore-backup.ts'
import { takeBackup } from './operations/backups/take-backup.ts'
import { readBuildInfo } from './platform/build-info.ts'
import { type Config, readConfig } from './platform/config.ts'
import { findSecret, findTimeZone, keepSecret, prepareDataFolder, readOrKeepTimeZone } from './platform/data-folder.ts'
import { type CheckedDatabase, checkDatabase } from './platform/db/connect.ts'
import { openDatabase } from './platform/db/database.ts'
import { createFileStores } from './platform/files/file-stores.ts'
import { createS3Client } from './platform/files/s3-client.ts'
import { createObjectKeeper } from './platform/files/s3-store.ts'
import { borrowPostgres, hasPostgres } from './platform/postgres/borrow-postgres.ts'
import { isAlive } from './platform/postgres/is-alive.ts'
import { endAbandoned } from './platform/postgres/orphan.ts'
import { startPostgres } from './platform/postgres/start-postgres.ts'
import { reasonOf, StartFailure } from './platform/start-failure.ts'

const projectFolder = join(import.meta.dirname, '../../..')

export const backupUsage = `Usage:
  npm run backup -- --to FOLDER [--name NAME] [--passphrase-file FILE] [--keep COUNT] [--no-check]
  npm run restore -- BACKUP [--passphrase-file FILE] [--check] [--without-key]
The database is DATABASE_URL, else that of the data folder (MILLRACE_DATA). Servers may run during a backup.`

interface Surroundings {
  readonly print: (line: string) => void
  readonly env: Readonly<Record<string, string | undefined>>
  readonly now: () => Date
}

const ofProcess: Surroundings = { print: (line) => console.log(line), env: process.env, now: () => new Date() }

/** `npm run backup`: writes a backup, checks it by restoring it, and removes old ones. @returns the code to exit with. */
export async function runBackupMain(args: readonly string[], around: Surroundings = ofProcess): Promise<number> {
  return report(around, async () => {
    const { values } = parse(args, 0)
    if (values.to === undefined)
      throw new StartFailure(`Expected the folder for backups, as --to FOLDER.\n${backupUsage}`)
    const keep = readKeep(values.keep)
    const name = values.name === undefined ? nameAt(around.now()) : readName(values.name)
    const passphrase = readPassphrase(values['passphrase-file'])
    const config = readConfig(around.env)
    const dataFolder = prepareDataFolder(config, projectFolder)
    const secret = requireSecret(config, dataFolder)
    if (passphrase === null)
      around.print(
        `This backup is not encrypted and does not contain the key of the installation (${keyPlace(config, dataFolder)}). Keep a copy of the key elsewhere: without it, stored passwords of other systems and second factors are lost.`,
      )
    await using opened = new AsyncDisposableStack()
    const database = await findDatabase(config, dataFolder, opened)
    const db = openDatabase(database)
    opened.defer(() => db.close())
    const warn = (facts: object, message: string) => console.error(message, facts)
    const files = createFileStores({ db, clock: around.now, s3: config.s3, warn })
    const parent = resolve(values.to)
    const folder = join(parent, name)
    const isChecked = values['no-check'] !== true
    const taken = await takeBackup({
      ...{ database, files, folder, secret, passphrase },
      check: isChecked
        ? async (unfinished) => check(around, await openBackup(unfinished, passphrase), dataFolder)
        : null,
      timeZone: readOrKeepTimeZone(config, dataFolder),
      version: readBuildInfo(projectFolder).version,
      report: progress(around),
    })
    const { manifest, rows, size, content } = taken
    around.print(
      `Saved ${rows} rows of ${content.tables.length} tables and ${content.objects.length} files, as of ${manifest.takenAt}, in ${folder} (${presentSize(size)}).`,
    )
    await recordBackup(database, { taken, place: `${hostname()}:${folder}`, isChecked })
    if (keep !== null)
      for (const name of await pruneBackups(parent, manifest.installation, keep, around.now()))
        around.print(`Removed the old backup ${name}.`)
    return 0
  })
}

/** `npm run restore`: restores a backup into an empty database, or only checks it. @returns the code to exit with. */
export async function runRestoreMain(args: readonly string[], around: Surroundings = ofProcess): Promise<number> {
  return report(around, async () => {
    const { values, positionals } = parse(args, 1)
    const config = readConfig(around.env)
    const backup = await openBackup(resolve(positionals[0] ?? ''), readPassphrase(values['passphrase-file']))
    const { takenAt } = backup.manifest
    around.print(`Backup as of ${takenAt}, written by version ${backup.content.program}.`)
    const dataFolder = prepareDataFolder(config, projectFolder)
    if (values.check === true) {
      await check(around, backup, dataFolder)
      return 0
    }
    const missingKey = findMissingKey(around, {
      ...{ config, dataFolder, backup },
      isWithoutKey: values['without-key'] === true,
    })
    const timeZone = findTimeZone(config, dataFolder)
    if (timeZone !== null && timeZone !== backup.content.timeZone)
      throw new StartFailure(
        `Expected the time zone ${backup.content.timeZone} of the backup, but this installation has ${timeZone}. Nothing was changed. Set MILLRACE_TIME_ZONE, or use an empty data folder.`,
      )
    await using opened = new AsyncDisposableStack()
    const database = await findTarget(config, dataFolder, opened)
    const keepObject = config.s3 === null ? null : createObjectKeeper(createS3Client(config.s3))
    const prepare = () => {
      if (missingKey !== null) keepSecret(dataFolder, missingKey)
      readOrKeepTimeZone(config, dataFolder, backup.content.timeZone)
    }
    const rows = await restoreBackup({ database, backup, keepObject, report: progress(around), prepare })
    around.print(`Restored ${rows} rows and ${backup.content.objects.length} files. Start the server now.`)
    around.print(
      'If the original still runs, start this copy with MILLRACE_ROLES=web: it then runs no jobs and sends no mails.',
    )
    return 0
  })
}

async function report({ print }: Surroundings, run: () => Promise<number>): Promise<number> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error
    print(error.message)
    return 1
  }
}

function parse(args: readonly string[], count: number) {
  try {
    const parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        to: { type: 'string' },
        name: { type: 'string' },
        keep: { type: 'string' },
        'passphrase-file': { type: 'string' },
        'no-check': { type: 'boolean' },
        check: { type: 'boolean' },
        'without-key': { type: 'boolean' },
      },
    })
    if (parsed.positionals.length === count) return parsed
  } catch {
    // Said below.
  }
  throw new StartFailure(`Expected other arguments than “${args.join(' ')}”.\n${backupUsage}`)
}

function readKeep(text: string | undefined): number | null {
  if (text === undefined) return null
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new StartFailure(`Expected --keep to be a number from 1 to 9999, but it is “${text}”.`)
  return Number(text)
}

/** A name of one folder, which does not look like that of an unfinished backup. */
function readName(name: string): string {
  if (/^[\w-][\w.-]{0,99}$/.test(name) && !name.endsWith(unfinishedEnd)) return name
  throw new StartFailure(
    `Expected --name to have up to 100 letters, digits, dots, hyphens and underscores, and not to end with ${unfinishedEnd}, but it is “${name}”.`,
  )
}

function readPassphrase(file: string | undefined): string | null {
  if (file === undefined) return null
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new StartFailure(`The passphrase in ${file} cannot be read: ${reasonOf(error)}.`)
  }
  if (text.length < 12) throw new StartFailure(`Expected a passphrase of 12 or more characters in ${file}.`)
  return text
}

function keyPlace(config: Config, dataFolder: string): string {
  return config.secret === null ? join(dataFolder, 'secret') : 'MILLRACE_SECRET'
}

function requireSecret(config: Config, dataFolder: string): string {
  const secret = findSecret(config, dataFolder)
  if (secret !== null) return secret
  throw new StartFailure(
    `Expected the key of the installation in ${join(dataFolder, 'secret')} or MILLRACE_SECRET, but it is missing. Nothing was written. Run the command with the environment of the server.`,
  )
}

/**
 * Looks for the key before anything is restored: stored secrets cannot be read with another one.
 *
 * @returns the key of the backup where the installation has none yet.
 */
function findMissingKey(
  { print }: Surroundings,
  given: { config: Config; dataFolder: string; backup: OpenedBackup; isWithoutKey: boolean },
): string | null {
  const { config, dataFolder, backup, isWithoutKey } = given
  const { keyFingerprint, secret } = backup.content
  const own = findSecret(config, dataFolder)
  if (own !== null && fingerprintOf(own) === keyFingerprint) return null
  if (own === null && secret !== null) return secret
  if (isWithoutKey) {
    print('The key of the backup is missing: enter the passwords of other systems again after the start.')
    return null
  }
  throw new StartFailure(
    own === null
      ? `The backup does not contain the key of its installation, and it is not here either. Nothing was changed. Set MILLRACE_SECRET, or copy the key to ${join(dataFolder, 'secret')}. With --without-key, stored passwords of other systems and second factors are lost.`
      : `Expected the key with the fingerprint ${keyFingerprint} of the backup in ${keyPlace(config, dataFolder)}, but it is another one. Nothing was changed.`,
  )
}

async function findDatabase(
  config: Config,
  dataFolder: string,
  opened: AsyncDisposableStack,
): Promise<CheckedDatabase> {
  if (config.databaseUrl !== null) return checkDatabase(config.databaseUrl, config)
  const postgres = await borrowPostgres(dataFolder)
  opened.defer(() => postgres.stop())
  return { connectionString: postgres.url }
}

async function findTarget(config: Config, dataFolder: string, opened: AsyncDisposableStack): Promise<CheckedDatabase> {
  if (config.databaseUrl !== null || hasPostgres(dataFolder)) return findDatabase(config, dataFolder, opened)
  const postgres = await startPostgres({ dataFolder })
  opened.defer(() => postgres.stop())
  return { connectionString: postgres.url }
}

/** Restores a backup into a PostgreSQL of its own, which goes afterwards. @throws StartFailure when that fails. */
async function check(around: Surroundings, backup: OpenedBackup, dataFolder: string): Promise<void> {
  await removeDeadChecks(dataFolder)
  const scratch = join(dataFolder, `check-${process.pid}`)
  const config = { ...readConfig({}), dataFolder: scratch }
  try {
    prepareDataFolder(config, projectFolder)
    await using opened = new AsyncDisposableStack()
    const postgres = await startPostgres({ dataFolder: scratch, settings: { fsync: 'off' } })
    opened.defer(() => postgres.stop())
    const database = { connectionString: postgres.url }
    const rows = await restoreBackup({ database, backup, keepObject: null, report: progress(around) })
    around.print(
      `Checked: all ${rows} rows and ${backup.content.objects.length} files were restored into a temporary database.`,
    )
  } catch (error) {
    if (error instanceof StartFailure)
      throw new StartFailure(`${basename(backup.folder)} is not usable: ${error.message}`)
    throw error
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Removes the copies of the database that killed checks have left. */
async function removeDeadChecks(dataFolder: string): Promise<void> {
  for (const name of readdirSync(dataFolder)) {
    const pid = Number(/^check-(\d{1,9})$/.exec(name)?.[1])
    if (Number.isNaN(pid) || (pid !== process.pid && isAlive(pid))) continue
    await endAbandoned(join(dataFolder, name, 'postgres', 'files'))
    rmSync(join(dataFolder, name), { recursive: true, force: true })
  }
}

const everyMs = 2_000

function progress({ print, now }: Surroundings) {
  let last = now().getTime()
  const words = { check: 'Checking parts', tables: 'Tables', files: 'Files' }
  return ({ step, done, all }: { step: keyof typeof words; done: number; all: number }) => {
    if (now().getTime() - last < everyMs) return
    last = now().getTime()
    print(`${words[step]}: ${done} of ${all}`)
  }
}

function nameAt(now: Date): string {
  return `millrace-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

function presentSize(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

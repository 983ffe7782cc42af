import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { collectDiagnostics } from './operations/diagnostics/collect-diagnostics.ts'
import { readBuildInfo } from './platform/build-info.ts'
import { readConfig } from './platform/config.ts'
import { prepareDataFolder } from './platform/data-folder.ts'
import { checkDatabase } from './platform/db/connect.ts'
import { openDatabase } from './platform/db/database.ts'
import { borrowPostgres } from './platform/postgres/borrow-postgres.ts'
import { reasonOf, StartFailure } from './platform/start-failure.ts'

const projectFolder = join(import.meta.dirname, '../../..')

/** `npm run diagnostics -- [--to FILE]`: writes a file that helps to find a fault. @returns the exit code. */
export async function runDiagnosticsMain(args: readonly string[]): Promise<number> {
  try {
    const file = readFile(args)
    const config = readConfig(process.env)
    await using opened = new AsyncDisposableStack()
    const database = config.databaseUrl === null ? await borrow() : await checkDatabase(config.databaseUrl, config)
    const db = openDatabase(database)
    opened.defer(() => db.close())
    const now = new Date()
    const build = readBuildInfo(projectFolder)
    const text = JSON.stringify(await collectDiagnostics({ db, build, env: process.env, now }), null, 2)
    write(file, text)
    console.log(`Saved ${file}. It has no secrets, names or texts; read it before you send it.`)
    return 0

    async function borrow() {
      const postgres = await borrowPostgres(prepareDataFolder(config, projectFolder))
      opened.defer(() => postgres.stop())
      return { connectionString: postgres.url }
    }
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error
    console.error(error.message)
    return 1
  }
}

function readFile(args: readonly string[]): string {
  try {
    const { values } = parseArgs({ args: [...args], options: { to: { type: 'string' } } })
    return resolve(values.to ?? 'millrace-diagnostics.json')
  } catch {
    throw new StartFailure(`Expected [--to FILE], but got “${args.join(' ')}”.`)
  }
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    throw new StartFailure(
      `The diagnostics could not be saved in ${file}: ${reasonOf(error)}. Choose another file with --to.`,
    )
  }
}

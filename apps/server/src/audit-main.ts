import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { z } from 'zod'
import { type AuditHead, auditHead, verifyChain } from './operations/audit/chain.ts'
import { cleanAudit } from './operations/audit/clean-audit.ts'
import { createInstallationKey, type InstallationKey } from './platform/auth/installation-key.ts'
import { readConfig } from './platform/config.ts'
import { findSecret, prepareDataFolder } from './platform/data-folder.ts'
import { checkDatabase, connectAlone } from './platform/db/connect.ts'
import { borrowPostgres } from './platform/postgres/borrow-postgres.ts'
import { reasonOf, StartFailure } from './platform/start-failure.ts'

const projectFolder = join(import.meta.dirname, '../../..')

const usage = `Usage:
  npm run audit -- verify [--heads FILE]   recalculates the chain of each workplace; ends with 1 at a fault
  npm run audit -- heads                   prints the head of each chain as a line of JSON, to keep elsewhere
  npm run audit -- clean --before YYYY-MM-DD   removes whole months before the day, and leaves a signed record`

interface Surroundings {
  readonly print: (line: string) => void
  readonly env: Readonly<Record<string, string | undefined>>
  readonly now: () => Date
}

const ofProcess: Surroundings = { print: (line) => console.log(line), env: process.env, now: () => new Date() }

/** Rows of the platform itself belong to no workplace. */
const nowhere = '00000000-0000-0000-0000-000000000000'

/** `npm run audit`: verifies, prints and cleans up the audit. @returns the code to exit with. */
export async function runAuditMain(args: readonly string[], around: Surroundings = ofProcess): Promise<number> {
  try {
    const { verb, heads, before } = read(args)
    const config = readConfig(around.env)
    const dataFolder = prepareDataFolder(config, projectFolder)
    const secret = findSecret(config, dataFolder)
    if (secret === null)
      throw new StartFailure(
        'Expected the key of the installation, but it is missing. Run the command with the environment of the server.',
      )
    await using opened = new AsyncDisposableStack()
    const client = await connectAlone(
      config.databaseUrl === null ? await borrow() : await checkDatabase(config.databaseUrl, config),
    )
    opened.defer(() => client.end())
    await client.query('set statement_timeout = 0')
    const given = { client, key: createInstallationKey(secret), around }
    return await (verb === 'clean' ? clean(given, before) : verify(given, { verb, heads }))

    async function borrow() {
      const postgres = await borrowPostgres(dataFolder)
      opened.defer(() => postgres.stop())
      return { connectionString: postgres.url }
    }
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error
    around.print(error.message)
    return 1
  }
}

interface Given {
  readonly client: pg.Client
  readonly key: InstallationKey
  readonly around: Surroundings
}

function read(args: readonly string[]) {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { heads: { type: 'string' }, before: { type: 'string' } },
    })
    const [verb, ...rest] = positionals
    if ((verb === 'verify' || verb === 'heads' || verb === 'clean') && rest.length === 0) {
      const before = values.before ?? ''
      if (verb !== 'clean' || z.iso.date().safeParse(before).success)
        return { verb, before, heads: values.heads === undefined ? [] : readHeads(values.heads) } as const
    }
  } catch (error) {
    if (error instanceof StartFailure) throw error
  }
  throw new StartFailure(`Expected other arguments than “${args.join(' ')}”.\n${usage}`)
}

function readHeads(file: string): AuditHead[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new StartFailure(`The heads in ${file} cannot be read: ${reasonOf(error)}.`)
  }
  return text
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [readHeadLine(line, `${file}:${index + 1}`)]))
}

function readHeadLine(line: string, position: string): AuditHead {
  try {
    return auditHead.parse(JSON.parse(line))
  } catch {
    throw new StartFailure(
      `Expected a head at ${position}, as npm run audit -- heads prints it, but found “${line.slice(0, 100)}”.`,
    )
  }
}

async function verify(
  { client, key, around: { print } }: Given,
  { verb, heads }: { verb: 'verify' | 'heads'; heads: readonly AuditHead[] },
): Promise<number> {
  await client.query('begin isolation level repeatable read read only')
  const places = await readPlaces(client)
  let faults = 0
  for (const { id, reference } of places) {
    const report = await verifyChain(client, id, { key, known: heads })
    const { fault, head, revisions, entries, unsealed } = report
    if (fault !== null) {
      faults++
      print(`${reference}: revision ${fault.revision}: ${fault.message}.`)
    } else if (verb === 'heads') {
      if (head !== null) print(JSON.stringify(head))
    } else {
      const before = unsealed === 0 ? '' : `; ${unsealed} older revisions are not in the chain`
      print(`${reference}: ${revisions} revisions with ${entries} entries are as they were written${before}.`)
    }
  }
  const known = new Set(places.map(({ id }) => id))
  const missing = new Set(heads.map(({ workplaceId }) => workplaceId).filter((id) => !known.has(id)))
  for (const id of missing)
    print(
      `The workplace ${id} of the heads is missing. If an administrator deleted it, the platform's audit has an entry: remove its lines from the file.`,
    )
  await client.query('commit')
  return faults + missing.size > 0 ? 1 : 0
}

async function clean({ client, key, around: { print, now } }: Given, before: string): Promise<number> {
  await client.query('begin read only')
  const places = (await readPlaces(client)).map(({ id }) => id)
  await client.query('commit')
  const { months, revisions, entries } = await cleanAudit(client, { places, before, key, now: now() })
  print(
    months.length === 0
      ? `No month of the audit ends before ${before}. Nothing was removed.`
      : `Removed ${revisions} revisions with ${entries} entries of ${months.join(', ')}. A signed record remains.`,
  )
  return 0
}

async function readPlaces(client: pg.Client): Promise<{ id: string; reference: string }[]> {
  await client.query(`select set_config('app.platform', 'on', true)`)
  const { rows } = await client.query<{ id: string; reference: string }>(
    'select workplace_id as id, reference from workplace order by reference',
  )
  await client.query(`select set_config('app.platform', '', true)`)
  return [...rows, { id: nowhere, reference: 'The platform' }]
}

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createWorkplace } from './operations/workplaces/create-workplace.ts'
import { deleteWorkplace } from './operations/workplaces/delete-workplace.ts'
import { exportWorkplace } from './operations/workplaces/export-workplace.ts'
import { importWorkplace } from './operations/workplaces/import-workplace.ts'
import type { ImportHomes } from './operations/workplaces/importing/importing.ts'
import { moveWorkplace } from './operations/workplaces/move-workplace.ts'
import { type PlatformAdministrator, refuseMoving } from './operations/workplaces/policy.ts'
import { suspendWorkplace } from './operations/workplaces/suspend-workplace.ts'
import { findHome } from './operations/workplaces/workplace-home.ts'
import { findWorkplace, listWorkplaces } from './operations/workplaces/workplaces.ts'
import type { InstallationKey } from './platform/auth/installation-key.ts'
import { Refusal } from './platform/errors/refusal.ts'
import type { FileStores } from './platform/files/file-store.ts'
import { StartFailure } from './platform/start-failure.ts'

export interface CommandContext extends ImportHomes {
  readonly clock: () => Date
  readonly files: FileStores
  /** Returns the key of the installation. @throws StartFailure where the command does not have it. */
  readonly installationKey: () => InstallationKey
  /** The version of this program. */
  readonly version: string
  /** Where browsers reach the server, without a slash at the end. */
  readonly publicUrl: string
  /** Prints a line of the command. */
  readonly print: (line: string) => void
}

/**
 * Carries out one command of the platform's administrator, such as `create north --name "North Ltd"`.
 *
 * @throws StartFailure with a one-sentence message.
 */
export async function runWorkplaceCommand(context: CommandContext, args: readonly string[]): Promise<void> {
  const { verb, reference, name, file, database, to, key } = readArguments(args)
  if (verb === 'list') return printList(context)
  if (reference === undefined)
    throw new StartFailure(
      `Expected ${verb === 'import' ? 'a file' : 'the reference of a workplace'} after “${verb}”, but there is none.\n${usage}`,
    )
  const by: PlatformAdministrator = { kind: 'platform', cause: `command workplace ${verb} ${reference}` }
  const trusted = key ?? null
  await verbs[verb](context, { reference, name: name ?? reference, file, database: database ?? null, to, trusted, by })
}

interface Arguments {
  readonly reference: string
  readonly name: string
  readonly file: string | undefined
  /** The database in which to create it; null: the first one. */
  readonly database: string | null
  /** The database to which to move it. */
  readonly to: string | undefined
  /** The fingerprint of another installation whose exports are imported. */
  readonly trusted: string | null
  /** Whoever may run the command on this machine. */
  readonly by: PlatformAdministrator
}

type Verb = (context: CommandContext, given: Arguments) => Promise<void>

const verbs = {
  create: async (context, { reference, name, database, by }) => {
    const made = orThrow(await createWorkplace(context, by, { reference, name, database }))
    context.print(`Made the workplace ${reference}.`)
    context.print(`Its address is ${context.publicUrl}/login?workplace=${encodeURIComponent(reference)}`)
    context.print(
      `Sign in there as ${made.username} with the password ${made.generatedPassword}, and choose another one. The password is shown only once.`,
    )
  },
  suspend: async (context, { reference, by }) => {
    orThrow(await suspendWorkplace(context, by, { reference, isSuspended: true }))
    context.print(`Suspended the workplace ${reference}: nobody can sign in, and no job runs.`)
  },
  resume: async (context, { reference, by }) => {
    orThrow(await suspendWorkplace(context, by, { reference, isSuspended: false }))
    context.print(`The workplace ${reference} is open again.`)
  },
  move: async (context, { reference, to, by }) => {
    if (to === undefined)
      throw new StartFailure(`Expected the database behind --to: one of MILLRACE_DATABASES, or “:first”.\n${usage}`)
    const moved = orThrow(
      await moveWorkplace(context, by, { reference, to: to === firstDatabase ? null : to, version: context.version }),
    )
    if (moved.kind === 'undone')
      context.print(`The workplace ${reference} is open again where it was: its interrupted move is undone.`)
    else {
      const rows =
        moved.rows === undefined ? '' : ` ${moved.rows} rows of ${moved.tables} tables were copied and compared.`
      context.print(
        `Moved the workplace ${reference} to the ${to === firstDatabase ? 'first database' : `database ${to}`}.${rows}`,
      )
    }
  },
  export: async (context, given) => {
    const { clock, files, print } = context
    const workplace = orThrow(await findWorkplace(context.db, given.reference))
    orThrow(refuseMoving(workplace))
    const db = orThrow(findHome(context, workplace.database))
    const now = clock()
    const file = resolve(given.file ?? `${workplace.reference}-${now.toISOString().slice(0, 10)}.tar.gz`)
    if (existsSync(file)) throw new StartFailure(`Expected a new file, but ${file} exists. Name another one by --file.`)
    const what = { workplaceId: workplace.id, reference: workplace.reference, file, now }
    const key = context.installationKey()
    const { tables } = orThrow(await exportWorkplace({ db, files, key }, given.by, what))
    const rows = tables.reduce((total, table) => total + table.rows, 0)
    print(`Exported the workplace ${workplace.reference}: ${rows} rows of ${tables.length} tables into ${file}.`)
    print(`Other installations import it with --key "${key.fingerprint}".`)
  },
  import: async (context, { reference: file, database, trusted, by }) => {
    const given = { file: resolve(file), database, key: context.installationKey(), trusted }
    const { reference, rows, files } = orThrow(await importWorkplace(context, by, given))
    context.print(`Imported the workplace ${reference}: ${rows} rows and ${files} files outside of them.`)
    context.print(`Its address is ${context.publicUrl}/login?workplace=${encodeURIComponent(reference)}`)
  },
  delete: async (context, { reference, by }) => {
    const counts = orThrow(await deleteWorkplace(context, by, reference))
    const rows = [...counts.values()].reduce((total, count) => total + count, 0)
    context.print(`Deleted the workplace ${reference}: ${rows} rows.`)
  },
} satisfies Record<string, Verb>

/** The name of the first database in the command, which no database of MILLRACE_DATABASES can have. */
const firstDatabase = ':first'

/** Returns the outcome of an operation, or throws its refusal, whose message ends the command. */
function orThrow<T>(outcome: T | Refusal): T {
  if (outcome instanceof Refusal) throw new StartFailure(outcome.message)
  return outcome
}

const usage = `Usage:
  list                            all workplaces
  create REFERENCE [--name NAME] [--database DATABASE]
                                  makes one, with an administrator
  suspend REFERENCE               lets nobody in
  resume REFERENCE                opens it again
  move REFERENCE --to DATABASE    moves it to another database of MILLRACE_DATABASES, or to the
                                  “:first”; repeated, it continues an interrupted move
  export REFERENCE [--file FILE]  writes all that it has into a .tar.gz
  import FILE [--database DATABASE] [--key FINGERPRINT]
                                  creates a workplace from such a file, of another installation
                                  with the fingerprint of its key
  delete REFERENCE                deletes a suspended one with all that it has`

function readArguments(args: readonly string[]) {
  const { positionals, values } = parse(args)
  const [verb = '', reference, ...rest] = positionals
  if ((verb !== 'list' && !Object.hasOwn(verbs, verb)) || rest.length > 0)
    throw new StartFailure(`Expected a command for workplaces, but got “${positionals.join(' ')}”.\n${usage}`)
  return { verb: verb as keyof typeof verbs | 'list', reference, ...values }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        file: { type: 'string' },
        database: { type: 'string' },
        to: { type: 'string' },
        key: { type: 'string' },
      },
    })
  } catch (error) {
    throw new StartFailure(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}

async function printList({ db, print }: CommandContext): Promise<void> {
  for (const { reference, name, isDefault, suspendedAt, createdAt, database, movingAt } of await listWorkplaces(db)) {
    const state = suspendedAt === null ? 'open' : `suspended since ${suspendedAt.toISOString()}`
    const parts = [reference, name, isDefault ? `${state}, default` : state, `made ${createdAt.toISOString()}`]
    const home = database === null ? [] : [`in the database ${database}`]
    const move = movingAt === null ? [] : [`being moved or imported since ${movingAt.toISOString()}`]
    print([...parts, ...home, ...move].join('\t'))
  }
}

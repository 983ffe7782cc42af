import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Database } from '../../../platform/db/database.ts'
import { StartFailure } from '../../../platform/start-failure.ts'
import { exportWorkplace } from './export-workplace.ts'
import {
  createWorkplace,
  deleteWorkplace,
  getWorkplaceByReference,
  listWorkplaces,
  noteExport,
  resumeWorkplace,
  suspendWorkplace,
} from './manage-workplaces.ts'

export interface CommandContext {
  readonly db: Database
  readonly clock: () => Date
  /** What the command says. */
  readonly print: (line: string) => void
}

/**
 * Carries out one command of the platform's administrator, such as `create north --name "North Ltd"`.
 *
 * @throws StartFailure with what is wrong in one sentence.
 */
export async function runWorkplaceCommand(context: CommandContext, args: readonly string[]): Promise<void> {
  const { verb, reference, name, file } = readArguments(args)
  if (verb === 'list') return printList(context)
  if (reference === undefined)
    throw new StartFailure(`Expected the reference of a workplace after “${verb}”, but there is none.\n${usage}`)
  const cause = `command workplace ${verb} ${reference}`
  await verbs[verb](context, { reference, name: name ?? reference, file, cause })
}

interface Arguments {
  readonly reference: string
  readonly name: string
  readonly file: string | undefined
  /** As `Actor` has it. */
  readonly cause: string
}

type Verb = (context: CommandContext, given: Arguments) => Promise<void>

const verbs = {
  create: async ({ db, print }, { reference, name, cause }) => {
    const { username, generatedPassword } = await createWorkplace(db, { reference, name, cause })
    print(`Made the workplace ${reference}.`)
    print(
      `Sign in there as ${username} with the password ${generatedPassword}, and choose another one. It is shown only now.`,
    )
  },
  suspend: async ({ db, clock, print }, { reference, cause }) => {
    await suspendWorkplace(db, await getWorkplaceByReference(db, reference), { now: clock(), cause })
    print(`Suspended the workplace ${reference}: nobody can sign in, and no job runs.`)
  },
  resume: async ({ db, print }, { reference, cause }) => {
    await resumeWorkplace(db, await getWorkplaceByReference(db, reference), cause)
    print(`The workplace ${reference} is open again.`)
  },
  export: async ({ db, clock, print }, given) => {
    const workplace = await getWorkplaceByReference(db, given.reference)
    const now = clock()
    const file = resolve(given.file ?? `${workplace.reference}-${now.toISOString().slice(0, 10)}.tar.gz`)
    if (existsSync(file)) throw new StartFailure(`Expected a new file, but ${file} exists. Name another one by --file.`)
    await noteExport(db, workplace, { now, cause: given.cause })
    const { tables } = await exportWorkplace(db, {
      workplaceId: workplace.id,
      reference: workplace.reference,
      file,
      now,
    })
    const rows = tables.reduce((total, table) => total + table.rows, 0)
    print(`Exported the workplace ${workplace.reference}: ${rows} rows of ${tables.length} tables into ${file}.`)
  },
  delete: async ({ db, print }, { reference, cause }) => {
    const counts = await deleteWorkplace(db, await getWorkplaceByReference(db, reference), cause)
    const rows = [...counts.values()].reduce((total, count) => total + count, 0)
    print(`Deleted the workplace ${reference}: ${rows} rows.`)
  },
} satisfies Record<string, Verb>

const usage = `Usage:
  list                            all workplaces
  create REFERENCE [--name NAME]  makes one, with an administrator
  suspend REFERENCE               lets nobody in
  resume REFERENCE                opens it again
  export REFERENCE [--file FILE]  writes all that it has into a .tar.gz
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
      options: { name: { type: 'string' }, file: { type: 'string' } },
    })
  } catch (error) {
    throw new StartFailure(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}

async function printList({ db, print }: CommandContext): Promise<void> {
  for (const { reference, name, isDefault, suspendedAt, createdAt } of await listWorkplaces(db)) {
    const state = suspendedAt === null ? 'open' : `suspended since ${suspendedAt.toISOString()}`
    print([reference, name, isDefault ? `${state}, default` : state, `made ${createdAt.toISOString()}`].join('\t'))
  }
}

import { parseArgs } from 'node:util'
import { moveIn } from './operations/move-in/move-in.ts'
import type { Position } from './operations/move-in/moving.ts'
import type { Report } from './operations/move-in/report.ts'
import { connectSource } from './operations/move-in/source/connect-source.ts'
import { openSource } from './operations/move-in/source/open-source.ts'
import { findWorkplace, listWorkplaces } from './operations/workplaces/workplaces.ts'
import { systemActor } from './platform/db/actor.ts'
import { Refusal } from './platform/errors/refusal.ts'
import { StartFailure } from './platform/start-failure.ts'
import type { Runtime } from './runtime/runtime.ts'

interface CommandContext {
  readonly runtime: Runtime
  readonly print: (line: string) => void
  /** Hands on what stops the move after the hierarchy that is being moved. */
  readonly onStop: (stop: () => void) => void
}

const usage = `Usage:
  --source postgres://…      or mysql://…: the database of Camunda 7.18 to 7.24, Operaton, CIB seven, Fluxnova, or Flowable 6.8 to 8.0; nothing is written there
  [--workplace REFERENCE]    where it is moved to; the default workplace without it
  [--dry-run]                reads and reports, and writes nothing
  [--definitions a,b]        only these processes, by key
  [--tenants a,b]            only these tenants, and what belongs to no tenant
  [--since DATE]             only history that ended at or after this date
  [--time-zone ZONE]         of the Java process that wrote the source, such as Europe/Berlin; UTC without it`

/**
 * Moves the database of another engine into a workplace, and prints the report.
 *
 * @returns 0 when everything was imported, 2 when something was left out or the import was stopped.
 * @throws StartFailure with a one-sentence message.
 */
export async function runMoveInCommand(
  { runtime, print, onStop }: CommandContext,
  args: readonly string[],
): Promise<number> {
  const given = read(args)
  const workplaceId = await findWorkplaceId(runtime, given.workplace)
  let isStopped = false
  onStop(() => {
    isStopped = true
    print('Stopping after the current item. Run the same command again to continue.')
  })
  const source = await openSource(await connectSource(given.source), { zone: given.zone })
  let report: Report
  try {
    print(`Source: ${source.product}, installation ${source.installation}`)
    report = await moveIn(runtime, systemActor(workplaceId, 'command move-in'), {
      ...given,
      source,
      startedAt: runtime.clock().toISOString(),
      isStopped: () => isStopped,
      reached: async (position) => printPosition(print, position),
    })
  } finally {
    await source.close()
  }
  printReport(print, report)
  if (given.isDryRun) print('Dry run: nothing was written.')
  return isStopped || !report.isComplete ? 2 : 0
}

function printPosition(print: CommandContext['print'], { step, done, total }: Position): void {
  if (done > 0) print(`${step}: ${done}${total === null ? '' : ` of ${total}`}`)
}

function read(args: readonly string[]) {
  const values = parse(args)
  const { source, workplace, since } = values
  if (source === undefined)
    throw new StartFailure(`Expected --source with the database to move, but it is missing.\n${usage}`)
  if (since !== undefined && Number.isNaN(Date.parse(since)))
    throw new StartFailure(`Expected --since to be a date such as 2026-01-31, but it is “${since}”.\n${usage}`)
  return {
    source,
    workplace,
    isDryRun: values['dry-run'] === true,
    zone: values['time-zone'] ?? 'UTC',
    since: since === undefined ? null : new Date(since).toISOString(),
    definitions: listOf(values.definitions),
    tenants: listOf(values.tenants),
  }
}

function listOf(text: string | undefined): string[] | null {
  return text?.split(',').map((part) => part.trim()) ?? null
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args: [...args],
      options: {
        source: text,
        workplace: text,
        since: text,
        definitions: text,
        tenants: text,
        'time-zone': text,
        'dry-run': { type: 'boolean' },
      },
    }).values
  } catch (error) {
    throw new StartFailure(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}

async function findWorkplaceId({ db }: Runtime, reference: string | undefined): Promise<string> {
  if (reference === undefined) {
    const found = (await listWorkplaces(db)).find(({ isDefault }) => isDefault)
    if (found === undefined)
      throw new StartFailure(
        'Expected a default workplace, but there is none. Start the server once, or name one by --workplace.',
      )
    return found.id
  }
  const found = await findWorkplace(db, reference)
  if (found instanceof Refusal) throw new StartFailure(found.message)
  if (found.database !== null)
    throw new StartFailure(
      `Expected a workplace of the first database, but “${found.reference}” lives in the database ${found.database}. Run the command with the address of that database in DATABASE_URL.`,
    )
  return found.id
}

function printReport(print: CommandContext['print'], report: Report): void {
  print('')
  print(['What', 'Definition', 'Source', 'Moved', 'Earlier', 'Left out'].join('\t'))
  for (const { table, definition, source, moved, earlier, left } of report.lines())
    print([table, definition ?? '', source, moved, earlier, left].join('\t'))
  for (const { code, table, id, message } of report.omissions) print(`Left out\t${code}\t${table}\t${id}\t${message}`)
  for (const { code, table, id, message } of report.notes) print(`Note\t${code}\t${table}\t${id}\t${message}`)
  for (const [code, count] of report.codes()) print(`${count} left out: ${code}`)
}

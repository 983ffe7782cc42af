import { isDeepStrictEqual } from 'node:util'
import type { Command } from '../commands/command.ts'
import type { Outcome } from '../outcome.ts'
import { runOn } from '../run.ts'
import { createState, type InstanceState, type LoadedRows } from '../state/instance-state.ts'
import { forkState, keepRun } from '../state/keep-run.ts'
import type { RunContext } from '../step.ts'
import { rowsOf } from './rows.ts'

/**
 * Checks that commands have the same result on cached rows (decision 5) as on the rows of a database: once with all
 * rows, once with the parts that commands have needed so far. For tests.
 */
export interface Memory {
  /** Fails when a command that is decided on rows in memory does something else than on those of the database. */
  assertSame(rows: LoadedRows, command: Command, createContext: () => RunContext, outcome: Outcome): void
  /** Fails when what is in memory is not what the database has after a command. */
  keep(rows: LoadedRows, whole: InstanceState, part: InstanceState | undefined): void
}

export function createMemory(): Memory {
  let known: LoadedRows | null = null
  let whole: InstanceState | null = null
  let part: InstanceState | null = null
  let runOfPart: InstanceState | undefined
  return {
    assertSame: (rows, command, createContext, outcome) => {
      // Tests may put other rows in the place of those that the last command left.
      if (rows !== known) part = null
      if (rows !== known || whole === null) whole = createState(rows)
      assertSameOutcome(command, outcome, runOn(forkState(whole), command, createContext()), 'all rows')
      runOfPart = undefined
      if (part === null || !isNamedIn(part, command)) return
      const ofPart = runOn(forkState(part), command, createContext())
      // Whatever else comes of it is found again on rows that are loaded.
      if (ofPart.kind !== 'done') return
      assertSameOutcome(command, outcome, ofPart, 'a part of the rows')
      runOfPart = ofPart.state
    },
    keep: (rows, run, loadedPart) => {
      known = rows
      whole = keepRun(whole, run)
      if (!isDeepStrictEqual(rowsOf(whole), rows)) throw new Error('Expected the rows in memory to be those saved.')
      const next = runOfPart ?? loadedPart
      part = next === undefined || isChangedByOthers(next) ? null : keepRun(part, next)
      if (part !== null) assertPartOf(part, rows)
    },
  }
}

function assertSameOutcome(command: Command, expected: Outcome, actual: Outcome, what: string): void {
  const isSame =
    expected.kind === 'done'
      ? actual.kind === 'done' &&
        isDeepStrictEqual(actual.events, expected.events) &&
        isDeepStrictEqual(actual.effects, expected.effects)
      : actual.kind === expected.kind
  if (isSame) return
  const show = (outcome: Outcome) =>
    outcome.kind === 'done' ? outcome.events.map((one) => JSON.stringify(one)).join('\n  ') : JSON.stringify(outcome)
  throw new Error(
    `Expected ${command.type} to do the same with ${what} in memory, but loaded:\n  ${show(expected)}\nin memory:\n  ${show(actual)}`,
  )
}

/** Whether the runtime would find the root in memory from what the command names. */
function isNamedIn({ instances, tasks, elements, subscriptions }: InstanceState, command: Command): boolean {
  const tables = [instances, tasks, elements, subscriptions]
  const ids = Object.entries(command).filter(([key]) => key.endsWith('Id'))
  return ids.some(([, id]) => typeof id === 'string' && tables.some((table) => table.get(id) !== undefined))
}

/** The runtime keeps no rows that others may change without the root's lock. */
function isChangedByOthers({ rootId, instances, jobs, externalTasks, incidents }: InstanceState): boolean {
  return instances.get(rootId) === undefined || jobs.size + externalTasks.size + incidents.size > 0
}

function assertPartOf(part: InstanceState, rows: LoadedRows): void {
  const partial = rowsOf(part)
  for (const name of ['instances', 'elements', 'variables', 'tasks', 'subscriptions'] as const) {
    const all = new Map<string, unknown>(rows[name].map((row) => [row.id, row]))
    for (const row of partial[name])
      if (!isDeepStrictEqual(row, all.get(row.id)))
        throw new Error(`Expected ${JSON.stringify(all.get(row.id))} in memory, but it is ${JSON.stringify(row)}.`)
  }
}

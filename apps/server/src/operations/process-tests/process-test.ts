import type { TrialExpectation, TrialStep } from '@millrace/contract'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { type AppProcessRef, type AppProcessRow, processRecord } from '../app-processes/app-process.ts'
import { designTables } from '../designs/design-tables.ts'
import { refuseOthers } from '../designs/refuse-others.ts'
import { loadRecord } from '../records/load-record.ts'
import type { TakenNames } from '../records/record-kind.ts'

/** A test case of a process. */
export interface ProcessTestRow {
  readonly id: string
  readonly workplace_id: string
  readonly process_id: string
  readonly name: string
  readonly steps: readonly TrialStep[]
  readonly expected: TrialExpectation
  readonly revision: number
  readonly updated_at: Date
  readonly updated_by: string | null
}

/** Lists the test cases of processes, by name. */
export async function listTestsOf(
  tx: Tx,
  workplaceId: string,
  processIds: readonly string[],
): Promise<ProcessTestRow[]> {
  if (processIds.length === 0) return []
  const rows = await tx.query(
    selectTests(workplaceId).where('process_id', 'in', processIds).orderBy('name').orderBy('id'),
  )
  return rows.map((row) => readRow(row))
}

/** Finds a test case of this process; null when it does not exist. */
export async function findTest(
  tx: Tx,
  workplaceId: string,
  { id, processId }: { readonly id: string; readonly processId: string },
): Promise<ProcessTestRow | null> {
  if (!isUuid(id)) return null
  const [row] = await tx.query(selectTests(workplaceId).where('process_id', '=', processId).where('id', '=', id))
  return row === undefined ? null : readRow(row)
}

/**
 * Loads and locks a process whose test cases are to be changed. Refuses if another user holds the edit lock of its
 * design.
 */
export async function loadTestedProcess(tx: Tx, user: Person, ref: AppProcessRef): Promise<AppProcessRow | Refusal> {
  const process = await loadRecord(tx, user, processRecord, ref, { lock: true })
  if (process instanceof Refusal) return process
  const save = { version: undefined, token: undefined }
  return (await refuseOthers(tx, user, { tables: designTables.process, design: process, save })) ?? process
}

export function noSuchTest(): Refusal {
  return refuse('thing.not-found', 'Expected a test case of this process, but there is none with this id.')
}

const taken = 'Expected a new name, but another test case of the process has it. Choose another name.'

/** The unique names of test cases in a process, with the refusal for a name that is taken. */
export const testNames = {
  kind: 'test-case',
  taken: { app_process_test_name: { code: 'thing.name-taken', where: 'name', message: taken } },
} as const satisfies TakenNames

function selectTests(workplaceId: string) {
  return kysely
    .selectFrom('app_process_test')
    .where('workplace_id', '=', workplaceId)
    .select(['id', 'workplace_id', 'process_id', 'name', 'steps', 'expected', 'revision', 'updated_at', 'updated_by'])
}

/** Returns a row with its parsed texts, which the contract checked when they were written. */
function readRow<Row extends { readonly steps: string; readonly expected: string }>(row: Row) {
  return {
    ...row,
    steps: JSON.parse(row.steps) as readonly TrialStep[],
    expected: JSON.parse(row.expected) as TrialExpectation,
  }
}

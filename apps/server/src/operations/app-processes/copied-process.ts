import type { TrialExpectation, TrialStep } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { type CopiedDesign, type DesignSource, readTexts } from '../designs/copy-design.ts'
import { listTestsOf } from '../process-tests/process-test.ts'
import type { AppProcessRow } from './app-process.ts'
import { changeDesignFile } from './design-file.ts'
import { processDesigns } from './process-designs.ts'

/** A test case, which a copy has as well. */
interface CopiedTest {
  readonly name: string
  readonly steps: readonly TrialStep[]
  readonly expected: TrialExpectation
}

/** A process with its design and its test cases. */
export interface ProcessSource extends DesignSource<AppProcessRow> {
  readonly tests: readonly CopiedTest[]
}

/** Reads processes with the last version of their designs, and their test cases. */
export async function readProcessSources(
  tx: Tx,
  workplaceId: string,
  rows: readonly AppProcessRow[],
): Promise<ProcessSource[]> {
  const ids = rows.map(({ id }) => id)
  const tests = await listTestsOf(tx, workplaceId, ids)
  const sources = await readTexts(tx, processDesigns, rows)
  return sources.map((source) => ({ ...source, tests: tests.filter((test) => test.process_id === source.row.id) }))
}

export interface ProcessCopying {
  readonly source: ProcessSource
  readonly applicationId: string
  readonly name: string
  readonly key: string
  /** New keys of other copied objects that the process names, by their old keys. */
  readonly formKeys?: readonly (readonly [string, string])[]
  readonly calledKeys?: readonly (readonly [string, string])[]
  readonly decisionKeys?: readonly (readonly [string, string])[]
}

/** Writes the name and key of a copy, and of parts copied with it, into its design. */
export async function copyDesign(
  runtime: Runtime,
  request: Request,
  {
    source: { row, text: xml, tests },
    applicationId,
    name,
    key,
    formKeys = [],
    calledKeys = [],
    decisionKeys = [],
  }: ProcessCopying,
): Promise<CopiedDesign<AppProcessRow>> {
  const details = { key, ...(name !== row.name && { name }) }
  const process = { key: row.process_key, details }
  const text = await changeDesignFile(runtime, request, { xml, process, formKeys, calledKeys, decisionKeys })
  const own = tests.map((test) => ({ ...test, steps: renameCalled(test.steps, new Map(calledKeys)) }))
  const id = runtime.newId()
  const more = (by: Person, at: Date) => own.map((test) => testStatement(by, id, test, at))
  return { id, source: row, applicationId, name, columns: { process_key: key }, design: { text }, more }
}

/** Steps in processes that are called, by the keys of those that are called now. */
function renameCalled(steps: readonly TrialStep[], keys: ReadonlyMap<string, string>): readonly TrialStep[] {
  return steps.map((step) => {
    if (!('place' in step) || step.place.process === null) return step
    const { process } = step.place
    return { ...step, place: { ...step.place, process: keys.get(process) ?? process } }
  })
}

function testStatement(
  { workplaceId, username }: Person,
  processId: string,
  { name, steps, expected }: CopiedTest,
  at: Date,
): Statement {
  return {
    name: 'app_process_test_copy',
    text: `insert into app_process_test (workplace_id, id, process_id, name, steps, expected, created_at, created_by, updated_at, updated_by)
      values ($1, gen_random_uuid(), $2, $3, $4, $5, $6, $7, $6, $7)`,
    values: [workplaceId, processId, name, JSON.stringify(steps), JSON.stringify(expected), at.toISOString(), username],
  }
}

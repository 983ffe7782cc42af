import type { TrialExpectation, TrialStep } from '@millrace/contract'
import type { User } from '../../platform/auth/user.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { listTestsOf } from '../process-tests/process-test.ts'
import type { AppProcessRow } from './app-process.ts'
import { changeDesignFile } from './design-file.ts'
import { findProcessVersion, versionStatement } from './process-versions.ts'

/** A test case, which a copy has as well. */
interface CopiedTest {
  readonly name: string
  readonly steps: readonly TrialStep[]
  readonly expected: TrialExpectation
}

/** A process with its design and its test cases, and what its copy is called. */
export interface ProcessSource {
  readonly row: AppProcessRow
  readonly xml: string
  readonly tests: readonly CopiedTest[]
}

/** A copy that is not there yet. */
export interface CopiedProcess {
  readonly id: string
  readonly source: AppProcessRow
  readonly applicationId: string
  readonly name: string
  readonly key: string
  readonly xml: string
  readonly tests: readonly CopiedTest[]
}

/** Processes with the last version of their designs, and their test cases. */
export async function readProcessSources(
  tx: Tx,
  workplaceId: string,
  rows: readonly AppProcessRow[],
): Promise<ProcessSource[]> {
  const sources: ProcessSource[] = []
  const ids = rows.map(({ id }) => id)
  const tests = await listTestsOf(tx, workplaceId, ids)
  for (const row of rows) {
    const xml = await findProcessVersion(tx, workplaceId, { processId: row.id, version: row.version })
    if (xml === null) throw new Error(`Expected a design of the process ${row.id}, but there is none.`)
    sources.push({ row, xml, tests: tests.filter((test) => test.process_id === row.id) })
  }
  return sources
}

export interface ProcessCopying {
  readonly source: ProcessSource
  readonly applicationId: string
  readonly name: string
  readonly key: string
  /** What other things that it names are called beside the copy, by what they were called. */
  readonly formKeys?: readonly (readonly [string, string])[]
  readonly calledKeys?: readonly (readonly [string, string])[]
  readonly decisionKeys?: readonly (readonly [string, string])[]
}

/** Writes name and key of the copy, and of what else is copied with it, into its design. */
export async function copyDesign(
  runtime: Runtime,
  user: User,
  {
    source: { row, xml, tests },
    applicationId,
    name,
    key,
    formKeys = [],
    calledKeys = [],
    decisionKeys = [],
  }: ProcessCopying,
): Promise<CopiedProcess> {
  const details = { key, ...(name !== row.name && { name }) }
  const process = { key: row.process_key, details }
  const design = await changeDesignFile(runtime, user, { xml, process, formKeys, calledKeys, decisionKeys })
  const own = tests.map((test) => ({ ...test, steps: renameCalled(test.steps, new Map(calledKeys)) }))
  return { id: runtime.newId(), source: row, applicationId, name, key, xml: design, tests: own }
}

/** Steps in processes that are called, by the keys of those that are called now. */
function renameCalled(steps: readonly TrialStep[], keys: ReadonlyMap<string, string>): readonly TrialStep[] {
  return steps.map((step) => {
    if (!('place' in step) || step.place.process === null) return step
    const { process } = step.place
    return { ...step, place: { ...step.place, process: keys.get(process) ?? process } }
  })
}

export const copyName = 'app_process_copy'

/** A row, a first version and the test cases for each: those that take a name or a key first, in their order. */
export function copiedStatements(user: User, copies: readonly CopiedProcess[], at: Date): Statement[] {
  const { workplaceId, username } = user
  const rows = copies.map(
    ({ id, source, applicationId, name, key }): Statement => ({
      name: copyName,
      text: `insert into app_process (workplace_id, id, application_id, name, process_key, category_id, icon, documentation, starter_users, starter_groups, created_at, created_by, updated_at, updated_by)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $11, $12)`,
      values: [
        workplaceId,
        id,
        applicationId,
        name,
        key,
        source.category_id,
        source.icon,
        source.documentation,
        source.starter_users,
        source.starter_groups,
        at.toISOString(),
        username,
      ],
    }),
  )
  const versions = copies.map(({ id, source, xml }) =>
    versionStatement(user, {
      processId: id,
      version: 1,
      xml,
      note: `Copy of ${source.name}`,
      restoredFrom: null,
      savedAt: at,
    }),
  )
  const tests = copies.flatMap((copy) => copy.tests.map((test) => testStatement(user, copy, test, at)))
  return [...rows, ...versions, ...tests]
}

function testStatement(
  { workplaceId, username }: User,
  { id }: CopiedProcess,
  { name, steps, expected }: CopiedTest,
  at: Date,
): Statement {
  return {
    name: 'app_process_test_copy',
    text: `insert into app_process_test (workplace_id, id, process_id, name, steps, expected, created_at, created_by, updated_at, updated_by)
      values ($1, gen_random_uuid(), $2, $3, $4, $5, $6, $7, $6, $7)`,
    values: [workplaceId, id, name, JSON.stringify(steps), JSON.stringify(expected), at.toISOString(), username],
  }
}

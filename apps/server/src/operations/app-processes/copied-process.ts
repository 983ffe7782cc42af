import type { User } from '../../platform/auth/user.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { AppProcessRow } from './app-process.ts'
import { changeDesignFile } from './design-file.ts'
import { findProcessVersion, versionStatement } from './process-versions.ts'

/** A process with its design, and what its copy is called. */
export interface ProcessSource {
  readonly row: AppProcessRow
  readonly xml: string
}

/** A copy that is not there yet. */
export interface CopiedProcess {
  readonly id: string
  readonly source: AppProcessRow
  readonly applicationId: string
  readonly name: string
  readonly key: string
  readonly xml: string
}

/** Processes with the last version of their designs. */
export async function readProcessSources(
  tx: Tx,
  workplaceId: string,
  rows: readonly AppProcessRow[],
): Promise<ProcessSource[]> {
  const sources: ProcessSource[] = []
  for (const row of rows) {
    const xml = await findProcessVersion(tx, workplaceId, { processId: row.id, version: row.version })
    if (xml === null) throw new Error(`Expected a design of the process ${row.id}, but there is none.`)
    sources.push({ row, xml })
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
  { source: { row, xml }, applicationId, name, key, formKeys = [], calledKeys = [], decisionKeys = [] }: ProcessCopying,
): Promise<CopiedProcess> {
  const details = { key, ...(name !== row.name && { name }) }
  const process = { key: row.process_key, details }
  const design = await changeDesignFile(runtime, user, { xml, process, formKeys, calledKeys, decisionKeys })
  return { id: runtime.newId(), source: row, applicationId, name, key, xml: design }
}

export const copyName = 'app_process_copy'

/** A row and a first version for each: those that take a name or a key first, in their order. */
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
  return [...rows, ...versions]
}

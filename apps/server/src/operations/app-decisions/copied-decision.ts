import type { User } from '../../platform/auth/user.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { AppDecisionRow } from './app-decision.ts'
import { findDecisionVersion, versionStatement } from './decision-versions.ts'
import { changeDecisionFile } from './design-file.ts'

/** A decision with its design, and what its copy is called. */
export interface DecisionSource {
  readonly row: AppDecisionRow
  readonly xml: string
}

/** A copy that is not there yet. */
export interface CopiedDecision {
  readonly id: string
  readonly source: AppDecisionRow
  readonly applicationId: string
  readonly name: string
  readonly key: string
  /** Of all decisions in it. */
  readonly keys: readonly string[]
  readonly xml: string
}

/** Decisions with the last version of their designs. */
export async function readDecisionSources(
  tx: Tx,
  workplaceId: string,
  rows: readonly AppDecisionRow[],
): Promise<DecisionSource[]> {
  const sources: DecisionSource[] = []
  for (const row of rows) {
    const xml = await findDecisionVersion(tx, workplaceId, { decisionId: row.id, version: row.version })
    if (xml === null) throw new Error(`Expected a design of the decision ${row.id}, but there is none.`)
    sources.push({ row, xml })
  }
  return sources
}

export interface DecisionCopying {
  readonly source: DecisionSource
  readonly applicationId: string
  readonly name: string
  /** What its decisions are called, by what they were called: its own key among them. */
  readonly keys: ReadonlyMap<string, string>
}

/** Writes name and keys of the copy into its design. */
export async function copyDecisionDesign(
  runtime: Runtime,
  user: User,
  { source: { row, xml }, applicationId, name, keys }: DecisionCopying,
): Promise<CopiedDecision> {
  const key = keys.get(row.decision_key) ?? row.decision_key
  const design = await changeDecisionFile(runtime, user, {
    xml,
    ...(name !== row.name && { name: { key: row.decision_key, name } }),
    keys: [...keys],
    id: `definitions_${key}`,
  })
  const own = row.decision_keys.map((one) => keys.get(one) ?? one)
  return { id: runtime.newId(), source: row, applicationId, name, key, keys: own, xml: design }
}

export const copyName = 'app_decision_copy'

/** A row and a first version for each: those that take a name or a key first, in their order. */
export function copiedStatements(user: User, copies: readonly CopiedDecision[], at: Date): Statement[] {
  const { workplaceId, username } = user
  const rows = copies.map(
    ({ id, applicationId, name, key, keys }): Statement => ({
      name: copyName,
      text: `insert into app_decision (workplace_id, id, application_id, name, decision_key, decision_keys, created_at, created_by, updated_at, updated_by)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $7, $8)`,
      values: [workplaceId, id, applicationId, name, key, keys, at.toISOString(), username],
    }),
  )
  const versions = copies.map(({ id, source, xml }) =>
    versionStatement(user, {
      decisionId: id,
      version: 1,
      xml,
      note: `Copy of ${source.name}`,
      restoredFrom: null,
      savedAt: at,
    }),
  )
  return [...rows, ...versions]
}

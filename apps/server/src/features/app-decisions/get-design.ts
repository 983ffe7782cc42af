import { type EditorDetail, type FormHistory, limits } from '@millrace/contract'
import { type AppDecisionRef, decisionRecord, findAppDecision } from '../../operations/app-decisions/app-decision.ts'
import { findDecisionVersion } from '../../operations/app-decisions/decision-versions.ts'
import { findAutoSaved } from '../../operations/designs/auto-save.ts'
import { noSuch } from '../../operations/records/find-record.ts'
import type { User } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { FileAnswer } from '../../platform/http/route.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import { presentOne } from './get-app-decision.ts'

/** What the editor begins with: the decision and its design, and what the user had not saved. */
export async function getEditor(db: Database, user: User, ref: AppDecisionRef): Promise<EditorDetail | Refusal> {
  const { workplaceId, id: userId } = user
  const settings = await readSettings(db, workplaceId)
  return db.read(user, async (tx) => {
    const decision = await findAppDecision(tx, workplaceId, ref)
    if (decision === null) return noSuch(decisionRecord)
    const { id: decisionId, version } = decision
    const xml = await findDecisionVersion(tx, workplaceId, { decisionId, version })
    const auto = await findAutoSaved(tx, { workplaceId, designId: decisionId, userId })
    return {
      decision: await presentOne(tx, decision),
      xml: xml ?? '',
      baseHelpUrl: settings['help.url'] ?? '/help',
      timeout: settings['session.idleSeconds'],
      autoSaved: auto === null ? null : { xml: auto.text, version: auto.version, savedAt: auto.savedAt.toISOString() },
    }
  })
}

/** The last versions of a decision, the newest first. */
export async function listDecisionVersions(
  db: Database,
  { workplaceId }: User,
  ref: AppDecisionRef,
): Promise<FormHistory | Refusal> {
  return db.read({ workplaceId }, async (tx) => {
    const decision = await findAppDecision(tx, workplaceId, ref)
    if (decision === null) return noSuch(decisionRecord)
    const rows = await tx.query(
      kysely
        .selectFrom('app_decision_version')
        .where('workplace_id', '=', workplaceId)
        .where('decision_id', '=', decision.id)
        .select(['version', 'note', 'restored_from', 'saved_at', 'saved_by'])
        .orderBy('version', 'desc')
        .limit(limits.formVersions),
    )
    const people = await readPeople(
      tx,
      workplaceId,
      rows.map(({ saved_by }) => saved_by),
    )
    return rows.map(({ version, note, restored_from, saved_at, saved_by }) => [
      { version, savedBy: people.find(saved_by), note, restoredFrom: restored_from },
      saved_at.toISOString(),
    ])
  })
}

/** The design of one version. */
export async function getDecisionVersion(
  db: Database,
  { workplaceId }: User,
  { ref, version }: { readonly ref: AppDecisionRef; readonly version: number },
): Promise<{ version: number; xml: string } | Refusal> {
  return db.read({ workplaceId }, async (tx) => {
    const decision = await findAppDecision(tx, workplaceId, ref)
    if (decision === null) return noSuch(decisionRecord)
    const xml = await findDecisionVersion(tx, workplaceId, { decisionId: decision.id, version })
    if (xml !== null) return { version, xml }
    return refuse('thing.not-found', `Expected a version ${version} of “${decision.name}”, but there is none.`)
  })
}

/** The last version as a file. */
export async function exportDecision(
  db: Database,
  { workplaceId }: User,
  ref: AppDecisionRef,
): Promise<FileAnswer | Refusal> {
  return db.read({ workplaceId }, async (tx) => {
    const decision = await findAppDecision(tx, workplaceId, ref)
    if (decision === null) return noSuch(decisionRecord)
    const { id: decisionId, version, decision_key } = decision
    const xml = await findDecisionVersion(tx, workplaceId, { decisionId, version })
    return { content: Buffer.from(xml ?? ''), contentType: 'application/xml', fileName: `${decision_key}.dmn` }
  })
}

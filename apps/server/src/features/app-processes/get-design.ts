import { type FormHistory, limits, type ModellerDetail } from '@millrace/contract'
import { type AppProcessRef, findAppProcess, processRecord } from '../../operations/app-processes/app-process.ts'
import { findProcessVersion } from '../../operations/app-processes/process-versions.ts'
import { findAutoSaved } from '../../operations/designs/auto-save.ts'
import { noSuch } from '../../operations/records/find-record.ts'
import type { User } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { FileAnswer } from '../../platform/http/route.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import { presentOne } from './get-app-process.ts'

/** What the modeller begins with: the process and its design, and what the user had not saved. */
export async function getModeller(db: Database, user: User, ref: AppProcessRef): Promise<ModellerDetail | Refusal> {
  const { workplaceId, id: userId } = user
  const settings = await readSettings(db, workplaceId)
  return db.read(user, async (tx) => {
    const process = await findAppProcess(tx, workplaceId, ref)
    if (process === null) return noSuch(processRecord)
    const { id: processId, version } = process
    const xml = await findProcessVersion(tx, workplaceId, { processId, version })
    const auto = await findAutoSaved(tx, { workplaceId, designId: processId, userId })
    return {
      process: await presentOne(tx, process),
      xml: xml ?? '',
      baseHelpUrl: settings['help.url'] ?? '/help',
      timeout: settings['session.idleSeconds'],
      autoSaved: auto === null ? null : { xml: auto.text, version: auto.version, savedAt: auto.savedAt.toISOString() },
    }
  })
}

/** The last versions of a process, the newest first. */
export async function listProcessVersions(
  db: Database,
  { workplaceId }: User,
  ref: AppProcessRef,
): Promise<FormHistory | Refusal> {
  return db.read({ workplaceId }, async (tx) => {
    const process = await findAppProcess(tx, workplaceId, ref)
    if (process === null) return noSuch(processRecord)
    const rows = await tx.query(
      kysely
        .selectFrom('app_process_version')
        .where('workplace_id', '=', workplaceId)
        .where('process_id', '=', process.id)
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
export async function getProcessVersion(
  db: Database,
  { workplaceId }: User,
  { ref, version }: { readonly ref: AppProcessRef; readonly version: number },
): Promise<{ version: number; xml: string } | Refusal> {
  return db.read({ workplaceId }, async (tx) => {
    const process = await findAppProcess(tx, workplaceId, ref)
    if (process === null) return noSuch(processRecord)
    const xml = await findProcessVersion(tx, workplaceId, { processId: process.id, version })
    if (xml !== null) return { version, xml }
    return refuse('thing.not-found', `Expected a version ${version} of “${process.name}”, but there is none.`)
  })
}

/** The last version as a file. */
export async function exportProcess(
  db: Database,
  { workplaceId }: User,
  ref: AppProcessRef,
): Promise<FileAnswer | Refusal> {
  return db.read({ workplaceId }, async (tx) => {
    const process = await findAppProcess(tx, workplaceId, ref)
    if (process === null) return noSuch(processRecord)
    const { id: processId, version, process_key } = process
    const xml = await findProcessVersion(tx, workplaceId, { processId, version })
    return { content: Buffer.from(xml ?? ''), contentType: 'application/xml', fileName: `${process_key}.bpmn` }
  })
}

import { type AutoSaveConfiguration, autoSaveInterval, limits } from '@millrace/contract'
import { type RawBuilder, sql } from 'kysely'
import { findDesignVersion } from '../../operations/designs/design-versions.ts'
import { findForms, formRecordOf } from '../../operations/forms/form.ts'
import { formDesigns } from '../../operations/forms/form-designs.ts'
import { noSuch } from '../../operations/records/find-record.ts'
import { withinReach } from '../../operations/within-reach.ts'
import type { Request } from '../../platform/auth/request.ts'
import { reachOf } from '../../platform/auth/rights.ts'
import type { Database } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { allOf } from '../../platform/list/sql.ts'
import { findSettings } from '../../platform/settings/read-settings.ts'
import type { Settings } from '../../platform/settings/settings.ts'

/** Lists the forms, or form templates, with a design that can be imported, by name. */
export async function listImportable(
  db: Database,
  request: Request,
  { isTemplate }: { readonly isTemplate: boolean },
): Promise<{ id: string; name: string; application: string }[]> {
  const { workplaceId } = request
  const rows = await db.read(request, (tx) =>
    tx.query(
      kysely
        .selectFrom('form as f')
        .leftJoin('application as a', (join) =>
          join.onRef('a.workplace_id', '=', 'f.workplace_id').onRef('a.id', '=', 'f.application_id'),
        )
        .where('f.workplace_id', '=', workplaceId)
        .where('f.is_template', '=', isTemplate)
        .where('f.is_disabled', '=', false)
        .where('f.version', '>', 0)
        .select(['f.id', 'f.name', 'a.name as application'])
        .orderBy('f.name_key')
        .orderBy('f.id')
        .limit(limits.choices),
    ),
  )
  return rows.map(({ id, name, application }) => ({ id, name, application: application ?? '' }))
}

/** Reads the design of a form or form template that another form imports. */
export async function readForImport(
  db: Database,
  request: Request,
  { id, isTemplate }: { readonly id: string; readonly isTemplate: boolean },
): Promise<string | Refusal> {
  const { workplaceId } = request
  return db.read(request, async (tx) => {
    const form = (await findForms(tx, workplaceId, [id])).get(id)
    if (form === undefined || (form.application_id === null) !== isTemplate)
      return noSuch(formRecordOf({ applicationId: isTemplate ? null : '' }))
    const { version } = form
    const { tables } = formDesigns
    const isInUse = form.disabled_at === null
    return (
      (isInUse ? await findDesignVersion(tx, workplaceId, { tables, id, version }) : null) ??
      refuse('thing.not-found', `Expected “${form.name}” to be in use and to have a design, but it does not.`)
    )
  })
}

export async function listApplications(db: Database, request: Request): Promise<{ id: string; name: string }[]> {
  const { workplaceId } = request
  return db.read(request, (tx) =>
    tx.query(
      kysely
        .selectFrom('application')
        .where('workplace_id', '=', workplaceId)
        .where('is_disabled', '=', false)
        .where(
          allOf([
            sql`true`,
            ...withinReach(reachOf(request.user, 'applications.read'), sql`id::text`),
          ]) as RawBuilder<boolean>,
        )
        .select(['id', 'name'])
        .orderBy('name_key')
        .orderBy('id')
        .limit(limits.choices),
    ),
  )
}

/** Returns the auto-save settings of the user, and the auto-saved designs. */
export async function listAutoSaved(db: Database, request: Request) {
  const { workplaceId } = request
  const { id: userId } = request.user
  return db.read(request, async (tx) => {
    const defaults = await findSettings(tx)
    const [profiles, rows] = await tx.queries(
      kysely
        .selectFrom('user_profile')
        .where('workplace_id', '=', workplaceId)
        .where('user_id', '=', userId)
        .select(['auto_save_interval', 'is_auto_save_off']),
      kysely
        .selectFrom('design_auto_save as s')
        .innerJoin('form as f', (join) =>
          join.onRef('f.workplace_id', '=', 's.workplace_id').onRef('f.id', '=', 's.design_id'),
        )
        .where('s.workplace_id', '=', workplaceId)
        .where('s.user_id', '=', userId)
        .select(['f.id', 'f.application_id', 'f.name', 's.saved_at'])
        .orderBy('s.saved_at', 'desc')
        .limit(limits.choices),
    )
    return {
      ...presentConfiguration(findInterval(profiles[0], defaults)),
      autoSaved: rows.map(({ id, application_id, name, saved_at }) => ({
        id,
        applicationId: application_id,
        name,
        savedAt: saved_at.toISOString(),
      })),
    }
  })
}

/** Without a choice of the user, that of the workplace. It never reaches the end of the session. */
function findInterval(
  profile: { readonly auto_save_interval: number | null; readonly is_auto_save_off: boolean } | undefined,
  { 'autoSave.enabled': isOn, 'autoSave.seconds': seconds, 'session.idleSeconds': timeout }: Settings,
): number | null {
  if (profile?.is_auto_save_off === true) return null
  return (
    profile?.auto_save_interval ?? (isOn ? Math.min(seconds, timeout - autoSaveInterval.belowSessionTimeout) : null)
  )
}

export function presentConfiguration(interval: number | null): AutoSaveConfiguration {
  return { autoSaveFormDesigner: interval !== null, autoSaveIntervalFormDesigner: interval }
}

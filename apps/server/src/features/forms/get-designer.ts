import type { AutoSaved, DesignerDetail, EditLock } from '@millrace/contract'
import { findHolder, type LockHolder } from '../../operations/forms/edit-lock.ts'
import { type FormRef, findForm, noSuchForm } from '../../operations/forms/form.ts'
import { findCurrent } from '../../operations/forms/form-versions.ts'
import type { User } from '../../platform/auth/user.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { findSettings } from '../../platform/settings/read-settings.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import { presentOne } from './get-form.ts'

/** What the designer begins with: the form and its design, and what the user had not saved. */
export async function getDesigner(db: Database, user: User, ref: FormRef): Promise<DesignerDetail | Refusal> {
  const { workplaceId } = user
  const { id } = ref
  if (!isUuid(id)) return noSuchForm(ref)
  return db.read(user, async (tx) => {
    const [settings, form, holder, design, autoSaved] = await Promise.all([
      findSettings(tx),
      findForm(tx, workplaceId, ref),
      findHolder(tx, workplaceId, id),
      findCurrent(tx, workplaceId, id),
      findAutoSaved(tx, user, id),
    ])
    if (form === null) return noSuchForm(ref)
    const designerJson = design?.designerJson ?? null
    return {
      applicationForm: {
        ...(await presentOne(tx, form, holder)),
        designerJson,
        templateData: ref.applicationId === null ? designerJson : null,
      },
      baseHelpUrl: settings['help.url'] ?? '/help',
      timeout: settings['session.idleSeconds'],
      autoSaved,
    }
  })
}

export async function presentLock(
  tx: Tx,
  { workplaceId }: User,
  { token, username, since, until }: Omit<LockHolder, 'token'> & { readonly token: string | null },
): Promise<EditLock> {
  const people = await readPeople(tx, workplaceId, [username])
  return { token, holder: people.get(username), since: since.toISOString(), until: until.toISOString() }
}

/** Whoever saves has nothing unsaved any more, so what there is is newer than what he has saved. */
async function findAutoSaved(tx: Tx, { workplaceId, id: userId }: User, formId: string): Promise<AutoSaved | null> {
  const [rows] = await tx.batch([
    {
      name: 'form_auto_save_find',
      text: `select designer_json, version, (extract(epoch from saved_at) * 1000)::bigint from form_auto_save
        where workplace_id = $1 and form_id = $2 and user_id = $3`,
      values: [workplaceId, formId, userId],
    },
  ])
  const [designerJson, version, savedAt] = rows?.[0] ?? []
  if (designerJson == null) return null
  return { designerJson, version: Number(version), savedAt: new Date(Number(savedAt)).toISOString() }
}

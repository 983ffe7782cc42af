import type { DesignerDetail, EditLock } from '@millrace/contract'
import { findAutoSaved } from '../../operations/designs/auto-save.ts'
import { formDesigns } from '../../operations/designs/design-kind.ts'
import type { LockHeld } from '../../operations/designs/edit-lock.ts'
import { type FormRef, findForm, noSuchForm } from '../../operations/forms/form.ts'
import { findVersion } from '../../operations/forms/form-versions.ts'
import type { User } from '../../platform/auth/user.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import { presentOne } from './get-form.ts'

/** What the designer begins with: the form and its design, and what the user had not saved. */
export async function getDesigner(db: Database, user: User, ref: FormRef): Promise<DesignerDetail | Refusal> {
  const { workplaceId } = user
  const settings = await readSettings(db, workplaceId)
  return db.read(user, async (tx) => {
    const form = await findForm(tx, workplaceId, ref)
    if (form === null) return noSuchForm(ref)
    const design = await findVersion(tx, workplaceId, { formId: form.id, version: form.version })
    const designerJson = design?.designerJson ?? null
    const auto = await findAutoSaved(tx, formDesigns, { workplaceId, designId: form.id, userId: user.id })
    return {
      applicationForm: {
        ...(await presentOne(tx, form)),
        designerJson,
        templateData: ref.applicationId === null ? designerJson : null,
      },
      baseHelpUrl: settings['help.url'] ?? '/help',
      timeout: settings['session.idleSeconds'],
      autoSaved:
        auto === null ? null : { designerJson: auto.text, version: auto.version, savedAt: auto.savedAt.toISOString() },
    }
  })
}

export async function presentLock(
  tx: Tx,
  { workplaceId }: User,
  { token, username, since, until }: LockHeld,
): Promise<EditLock> {
  const people = await readPeople(tx, workplaceId, [username])
  return { token, holder: people.get(username), since: since.toISOString(), until: until.toISOString() }
}

import type { DesignerDetail, EditLock } from '@millrace/contract'
import { findAutoSaved } from '../../operations/designs/auto-save.ts'
import { findHolder, type LockHeld } from '../../operations/designs/edit-lock.ts'
import { type FormRef, findForm, formRecordOf } from '../../operations/forms/form.ts'
import { findCurrent } from '../../operations/forms/form-versions.ts'
import { noSuch } from '../../operations/records/find-record.ts'
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
  if (!isUuid(id)) return noSuch(formRecordOf(ref))
  return db.read(user, async (tx) => {
    const [settings, form, holder, design, auto] = await Promise.all([
      findSettings(tx),
      findForm(tx, workplaceId, ref),
      findHolder(tx, { workplaceId, designId: id }),
      findCurrent(tx, workplaceId, id),
      findAutoSaved(tx, { workplaceId, designId: id, userId: user.id }),
    ])
    if (form === null) return noSuch(formRecordOf(ref))
    const designerJson = design?.designerJson ?? null
    return {
      applicationForm: {
        ...(await presentOne(tx, form, holder)),
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

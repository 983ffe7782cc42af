import type { ApplicationForm } from '@millrace/contract'
import { findHolder, type LockHolder } from '../../operations/designs/edit-lock.ts'
import { type FormRef, type FormRow, findForm, findForms, formRecordOf } from '../../operations/forms/form.ts'
import { noSuch } from '../../operations/records/find-record.ts'
import type { User } from '../../platform/auth/user.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { type People, readPeople } from '../../runtime/rights/people.ts'

/** A form, without its design. */
export async function getForm(db: Database, user: User, ref: FormRef): Promise<ApplicationForm | Refusal> {
  const { workplaceId } = user
  const { id } = ref
  if (!isUuid(id)) return noSuch(formRecordOf(ref))
  return db.read(user, async (tx) => {
    const [form, holder] = await Promise.all([
      findForm(tx, workplaceId, ref),
      findHolder(tx, { workplaceId, designId: id }),
    ])
    return form === null ? noSuch(formRecordOf(ref)) : presentOne(tx, form, holder)
  })
}

/** What a deed has changed, or why it has not. */
export async function answerForm(
  db: Database,
  user: User,
  ref: FormRef,
  refusal: Refusal | null,
): Promise<ApplicationForm | Refusal> {
  return refusal ?? getForm(db, user, ref)
}

/** Those that a deed has made, in its order. */
export async function getForms(db: Database, user: User, ids: readonly string[]): Promise<ApplicationForm[]> {
  return db.read(user, async (tx) => {
    const rows = await findForms(tx, user.workplaceId, ids)
    const people = await readPeople(tx, user.workplaceId, [user.username])
    return ids.flatMap((id) => {
      const row = rows.get(id)
      return row === undefined ? [] : [presentForm(row, { people, holder: null })]
    })
  })
}

/** @param holder who is at its design. */
export async function presentOne(tx: Tx, form: FormRow, holder: LockHolder | null): Promise<ApplicationForm> {
  const { workplace_id, created_by, updated_by, disabled_by } = form
  const names = [created_by, updated_by, disabled_by, holder?.username ?? null]
  return presentForm(form, { people: await readPeople(tx, workplace_id, names), holder })
}

function presentForm(
  form: FormRow,
  { people, holder }: { readonly people: People; readonly holder: LockHolder | null },
): ApplicationForm {
  const { id, application_id, application_name, name, form_key, labels, revision, version } = form
  return {
    id,
    application: application_id === null ? null : { id: application_id, name: application_name ?? '' },
    name,
    formKey: form_key,
    labels,
    revision,
    version,
    disabled:
      form.disabled_at === null
        ? null
        : {
            at: form.disabled_at.toISOString(),
            by: people.find(form.disabled_by),
            reason: form.disabled_reason ?? '',
          },
    editor:
      holder === null
        ? null
        : {
            holder: people.get(holder.username),
            since: holder.since.toISOString(),
            until: holder.until.toISOString(),
          },
    createdAt: form.created_at.toISOString(),
    createdBy: people.find(form.created_by),
    updatedAt: form.updated_at.toISOString(),
    updatedBy: people.find(form.updated_by),
  }
}

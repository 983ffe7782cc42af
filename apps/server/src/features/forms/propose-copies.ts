import type { FormCopy } from '@millrace/contract'
import { findForms, formRecordOf } from '../../operations/forms/form.ts'
import { findFreeKeys, findFreeNames } from '../../operations/forms/free-names.ts'
import { noSuch } from '../../operations/records/find-record.ts'
import { refuseChange } from '../../operations/records/load-record.ts'
import type { User } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'

/** What copies of these forms would be called, in their order: names and keys that are free at the moment. */
export async function proposeCopies(
  db: Database,
  user: User,
  { ids, applicationId }: { readonly ids: readonly string[]; readonly applicationId?: string },
): Promise<FormCopy[] | Refusal> {
  const { workplaceId } = user
  return db.read(user, async (tx) => {
    const found = await findForms(tx, workplaceId, ids)
    const sources = ids.map((id) => found.get(id))
    const forms = sources.flatMap((form) =>
      form?.application_id == null || (applicationId !== undefined && form.application_id !== applicationId)
        ? []
        : [form],
    )
    if (forms.length < ids.length) return noSuch(formRecordOf({ applicationId: applicationId ?? '' }))
    for (const form of forms) {
      const refusal = refuseChange(user, formRecordOf({ applicationId: form.application_id }), form)
      if (refusal !== null) return refusal
    }
    const names = await findFreeNames(tx, workplaceId, forms)
    const keys = await findFreeKeys(
      tx,
      workplaceId,
      forms.map(({ form_key }) => form_key ?? ''),
    )
    return forms.map(({ id, application_id, labels }, index) => ({
      sourceId: id,
      applicationId: application_id ?? '',
      name: names[index] ?? '',
      formKey: keys[index] ?? '',
      labels,
    }))
  })
}

import type { User } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { refuseChangedMeanwhile } from '../changed-meanwhile.ts'
import type { OperationContext } from '../operation-context.ts'
import { type FormRef, loadFormFor } from './form.ts'
import { refuseDesigner } from './policy.ts'
import { withFreeNames } from './taken-names.ts'

export interface FormChange {
  readonly name: string
  /** Null for templates. */
  readonly formKey: string | null
  readonly labels: string
  /** The revision that was read before; undefined: whichever there is. */
  readonly revision: number | undefined
}

/** Changes name, key and tags of a form. Null when it is done. */
export async function changeForm(
  { db, clock }: OperationContext,
  user: User,
  { ref, change }: { readonly ref: FormRef; readonly change: FormChange },
): Promise<Refusal | null> {
  const refusal = refuseDesigner(user)
  if (refusal !== null) return refusal
  const { workplaceId, username } = user
  return withFreeNames({ isTemplate: ref.applicationId === null }, () =>
    db.withTransaction(actorOf(user), async (tx) => {
      const form = await loadFormFor(tx, user, ref, { lock: true })
      if (form instanceof Refusal) return form
      const changed = await refuseChangedMeanwhile(tx, form, change.revision)
      if (changed !== null) return changed
      await tx.query(
        kysely
          .updateTable('form')
          .set({
            name: change.name,
            form_key: change.formKey,
            labels: change.labels,
            revision: form.revision + 1,
            updated_at: clock(),
            updated_by: username,
          })
          .where('workplace_id', '=', workplaceId)
          .where('id', '=', form.id),
      )
      return null
    }),
  )
}

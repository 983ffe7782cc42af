import type { User } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import type { OperationContext } from '../operation-context.ts'
import { type FormRef, findForm, noSuchForm } from './form.ts'
import { refuseDesigner, refuseForm } from './policy.ts'
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
      const form = await findForm(tx, workplaceId, ref, { lock: true })
      const missing = form === null ? noSuchForm(ref) : refuseForm(user, form)
      if (form === null || missing !== null) return missing
      if (change.revision !== undefined && change.revision !== form.revision) {
        const people = await readPeople(tx, workplaceId, [form.updated_by])
        const by = people.find(form.updated_by)?.displayName ?? 'Somebody'
        const at = form.updated_at.toISOString()
        return refuse(
          'form.changed-meanwhile',
          `Expected “${form.name}” as it was when you opened it, but ${by} has changed it at ${at}. Nothing of yours was saved: load it again, and change it then.`,
          [
            { where: 'updatedBy', message: by },
            { where: 'updatedAt', message: at },
            { where: 'revision', message: String(form.revision) },
          ],
        )
      }
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

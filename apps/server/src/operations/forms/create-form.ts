import type { User } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { applicationRecord } from '../applications/application.ts'
import type { OperationContext } from '../operation-context.ts'
import { loadRecord } from '../records/load-record.ts'
import { withFreeNames } from '../records/with-free-names.ts'
import { formRecordOf } from './form.ts'
import { refuseDesigner } from './policy.ts'

export interface NewForm {
  /** Null: a template. */
  readonly applicationId: string | null
  readonly name: string
  /** Null for templates. */
  readonly formKey: string | null
  /** With commas between them. */
  readonly labels: string
}

/** Makes a form of an application, or a template, without a design. @returns its id. */
export async function createForm(
  { db, clock, runtime }: OperationContext,
  user: User,
  { applicationId, name, formKey, labels }: NewForm,
): Promise<string | Refusal> {
  const refusal = refuseDesigner(user)
  if (refusal !== null) return refusal
  const id = runtime.newId()
  const at = clock()
  return withFreeNames(formRecordOf({ applicationId }), () =>
    db.withTransaction(actorOf(user), async (tx) => {
      const application = applicationId === null ? null : await loadRecord(tx, user, applicationRecord, applicationId)
      if (application instanceof Refusal) return application
      await insertFormRow(tx, user, { id, applicationId, name, formKey, labels, at })
      return id
    }),
  )
}

/** The row of a form without a design. */
export async function insertFormRow(
  tx: Tx,
  { workplaceId, username }: User,
  { id, applicationId, name, formKey, labels, at }: NewForm & { readonly id: string; readonly at: Date },
): Promise<void> {
  await tx.query(
    kysely.insertInto('form').values({
      workplace_id: workplaceId,
      id,
      application_id: applicationId,
      name,
      form_key: formKey,
      labels,
      created_at: at,
      created_by: username,
      updated_at: at,
      updated_by: username,
    }),
  )
}

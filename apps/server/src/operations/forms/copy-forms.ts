import type { User } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import type { NewForm } from './create-form.ts'
import { findApplication, findForms } from './form.ts'
import { refuseDesigner } from './policy.ts'
import { withFreeNames } from './taken-names.ts'

export interface FormCopy extends NewForm {
  /** The form that it gets its design from. A template is copied as one, a form as a form. */
  readonly sourceId: string
}

/** Copies forms with the last version of their designs, all of them or none. @returns the ids of the copies. */
export async function copyForms(
  { db, clock, runtime }: OperationContext,
  user: User,
  copies: readonly FormCopy[],
): Promise<string[] | Refusal> {
  const refusal = refuseDesigner(user)
  if (refusal !== null) return refusal
  const { workplaceId, username } = user
  const at = clock()
  const ids = copies.map(() => runtime.newId())
  const place = { of: 0 }
  return withFreeNames(
    {
      isTemplate: copies[0]?.applicationId === null,
      where: (field) => (copies.length === 1 ? field : `forms.${place.of}.${field}`),
    },
    () =>
      db.withTransaction(actorOf(user), async (tx) => {
        const sources = await findForms(
          tx,
          workplaceId,
          copies.map(({ sourceId }) => sourceId),
        )
        for (const [index, copy] of copies.entries()) {
          place.of = index
          const { applicationId, name, formKey, labels } = copy
          const source = sources.get(copy.sourceId)
          if (source === undefined || (source.application_id === null) !== (applicationId === null))
            return noSource(index)
          if (applicationId !== null && (await findApplication(tx, workplaceId, applicationId)) === null)
            return noTarget(index)
          const id = ids[index] ?? ''
          await tx.query(
            kysely.insertInto('form').values({
              workplace_id: workplaceId,
              id,
              application_id: applicationId,
              name,
              form_key: formKey,
              labels,
              version: Math.min(source.version, 1),
              created_at: at,
              created_by: username,
              updated_at: at,
              updated_by: username,
            }),
          )
          await tx.batch([
            {
              name: 'form_version_copy',
              text: `insert into form_version (workplace_id, form_id, version, designer_json, rendered_json, note, saved_at, saved_by)
                select workplace_id, $2, 1, designer_json, rendered_json, $5, $6, $7 from form_version where workplace_id = $1 and form_id = $3 and version = $4`,
              values: [
                workplaceId,
                id,
                source.id,
                source.version,
                `Copy of ${source.name}`,
                at.toISOString(),
                username,
              ],
            },
          ])
        }
        return ids
      }),
  )
}

function noSource(index: number): Refusal {
  const message = 'Expected a form of this workplace to copy, but there is none with this id.'
  return refuse('thing.not-found', message, [{ where: `forms.${index}.sourceId`, message }])
}

function noTarget(index: number): Refusal {
  const message = 'Expected an application of this workplace, but there is none with this id.'
  return refuse('thing.not-found', message, [{ where: `forms.${index}.applicationId`, message }])
}

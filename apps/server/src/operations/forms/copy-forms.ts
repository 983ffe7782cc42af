import type { User } from '../../platform/auth/user.ts'
import { findFailed, type Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { applicationRecord, findApplications } from '../applications/application.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseChange } from '../records/load-record.ts'
import { withFreeNames } from '../records/with-free-names.ts'
import type { NewForm } from './create-form.ts'
import { type FormRow, findForms, formRecordOf } from './form.ts'
import { refuseDesigner } from './policy.ts'

export interface FormCopy extends NewForm {
  /** The form that it gets its design from. A template is copied as one, a form as a form. */
  readonly sourceId: string
}

/**
 * Copies forms with the last version of their designs, all of them or none. A disabled form is taken over by nobody.
 *
 * @returns the ids of the copies.
 */
export async function copyForms(
  { db, clock, runtime }: OperationContext,
  user: User,
  copies: readonly FormCopy[],
): Promise<string[] | Refusal> {
  const refusal = refuseDesigner(user)
  if (refusal !== null) return refusal
  const ids = copies.map(() => runtime.newId())
  const where = (field: string, error: unknown) =>
    copies.length === 1 ? field : `forms.${findFailed(error, copyName)}.${field}`
  const kind = formRecordOf({ applicationId: copies[0]?.applicationId ?? null })
  const work = () =>
    db.withTransaction(actorOf(user), async (tx) => {
      const sources = await readSources(tx, user, copies)
      if (sources instanceof Refusal) return sources
      await tx.batch(copyStatements(user, { copies, sources, ids, at: clock().toISOString() }))
      return ids
    })
  return withFreeNames(kind, work, { where })
}

/** What each is copied from, in their order; refused where one cannot be copied, or has no place to go. */
async function readSources(tx: Tx, user: User, copies: readonly FormCopy[]): Promise<FormRow[] | Refusal> {
  const { workplaceId } = user
  const found = await findForms(
    tx,
    workplaceId,
    copies.map(({ sourceId }) => sourceId),
  )
  const applications = await findApplications(
    tx,
    workplaceId,
    copies.flatMap(({ applicationId }) => applicationId ?? []),
  )
  const sources: FormRow[] = []
  for (const [index, { sourceId, applicationId }] of copies.entries()) {
    const source = found.get(sourceId)
    if (source === undefined || (source.application_id === null) !== (applicationId === null)) return noSource(index)
    const refusal = refuseChange(user, formRecordOf({ applicationId: source.application_id }), source)
    if (refusal !== null) return refuse(refusal.code, refusal.message, [fault(index, 'sourceId', refusal.message)])
    const target = applicationId === null ? null : applications.get(applicationId)
    if (target === undefined) return noTarget(index)
    const closed = target === null ? null : refuseChange(user, applicationRecord, target)
    if (closed !== null) return refuse(closed.code, closed.message, [fault(index, 'applicationId', closed.message)])
    sources.push(source)
  }
  return sources
}

interface Copying {
  readonly copies: readonly FormCopy[]
  readonly sources: readonly FormRow[]
  readonly ids: readonly string[]
  readonly at: string
}

const copyName = 'form_copy'

/** All forms and all designs in one round trip. */
export function copyStatements({ workplaceId, username }: User, { copies, sources, ids, at }: Copying): Statement[] {
  const forms = copies.map(({ applicationId, name, formKey, labels }, index): Statement => {
    const version = Math.min(sources[index]?.version ?? 0, 1)
    return {
      name: copyName,
      text: `insert into form (workplace_id, id, application_id, name, form_key, labels, version, created_at, created_by, updated_at, updated_by)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $8, $9)`,
      values: [workplaceId, ids[index], applicationId, name, formKey, labels, version, at, username],
    }
  })
  const designs: Statement = {
    name: 'form_version_copy',
    text: `insert into form_version (workplace_id, form_id, version, designer_json, rendered_json, note, saved_at, saved_by)
      select $1, copy.id, 1, v.designer_json, v.rendered_json, copy.note, $6, $7
      from unnest($2::uuid[], $3::uuid[], $4::int[], $5::text[]) copy (id, source_id, version, note)
      join form_version v on v.workplace_id = $1 and v.form_id = copy.source_id and v.version = copy.version`,
    values: [
      workplaceId,
      ids,
      sources.map(({ id }) => id),
      sources.map(({ version }) => version),
      sources.map(({ name }) => `Copy of ${name}`),
      at,
      username,
    ],
  }
  return [...forms, designs]
}

function noSource(index: number): Refusal {
  const message = 'Expected a form of this workplace to copy, but there is none with this id.'
  return refuse('thing.not-found', message, [fault(index, 'sourceId', message)])
}

function noTarget(index: number): Refusal {
  const message = 'Expected an application of this workplace, but there is none with this id.'
  return refuse('thing.not-found', message, [fault(index, 'applicationId', message)])
}

function fault(index: number, field: 'sourceId' | 'applicationId', message: string) {
  return { where: `forms.${index}.${field}`, message }
}

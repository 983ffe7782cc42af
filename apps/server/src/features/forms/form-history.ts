import { type DesignComparison, type FormHistory, limits } from '@millrace/contract'
import { type FormRef, findForm, formRecordOf } from '../../operations/forms/form.ts'
import { findVersion } from '../../operations/forms/form-versions.ts'
import type { OperationContext } from '../../operations/operation-context.ts'
import { noSuch } from '../../operations/records/find-record.ts'
import type { User } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import { inThread, orRefusal } from '../../runtime/threads/in-thread.ts'
import { readTime } from '../../runtime/threads/time-budget.ts'

/** The last versions of a form, the newest first. */
export async function listVersions(db: Database, user: User, ref: FormRef): Promise<FormHistory | Refusal> {
  const { workplaceId } = user
  const { id } = ref
  if (!isUuid(id)) return noSuch(formRecordOf(ref))
  return db.read(user, async (tx) => {
    const [form, rows] = await Promise.all([
      findForm(tx, workplaceId, ref),
      tx.query(
        kysely
          .selectFrom('form_version')
          .where('workplace_id', '=', workplaceId)
          .where('form_id', '=', id)
          .select(['version', 'note', 'restored_from', 'saved_at', 'saved_by'])
          .orderBy('version', 'desc')
          .limit(limits.formVersions),
      ),
    ])
    if (form === null) return noSuch(formRecordOf(ref))
    const people = await readPeople(
      tx,
      workplaceId,
      rows.map(({ saved_by }) => saved_by),
    )
    return rows.map(({ version, note, restored_from, saved_at, saved_by }) => [
      { version, savedBy: people.find(saved_by), note, restoredFrom: restored_from },
      saved_at.toISOString(),
    ])
  })
}

/** What is different in the second of two versions. */
export async function compareVersions(
  { db, runtime }: OperationContext,
  user: User,
  { ref, from, to }: { readonly ref: FormRef; readonly from: number; readonly to: number },
): Promise<DesignComparison | Refusal> {
  const { workplaceId } = user
  const { id: formId } = ref
  if (!isUuid(formId)) return noSuch(formRecordOf(ref))
  const designs = await db.read(user, async (tx) => {
    const [form, before, after] = await Promise.all([
      findForm(tx, workplaceId, ref),
      findVersion(tx, workplaceId, { formId, version: from }),
      findVersion(tx, workplaceId, { formId, version: to }),
    ])
    if (form === null) return noSuch(formRecordOf(ref))
    return before === null || after === null
      ? refuse(
          'thing.not-found',
          `Expected two versions of “${form.name}”, but there is no ${before === null ? from : to}.`,
        )
      : { before: before.designerJson, after: after.designerJson }
  })
  if (designs instanceof Refusal) return designs
  const order = { kind: 'compareDesigns', input: designs, owner: workplaceId, time: readTime(runtime) } as const
  const { form, nodes } = orRefusal(await inThread(runtime, order))
  return {
    from,
    to,
    form: [...form],
    nodes: nodes.map((node) => ({ ...node, properties: [...node.properties] })),
  }
}

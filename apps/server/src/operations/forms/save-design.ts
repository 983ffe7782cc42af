import type { DocumentProblem } from '@millrace/forms'
import type { User } from '../../platform/auth/user.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { inThread, orRefusal } from '../../runtime/threads/in-thread.ts'
import { readTime } from '../../runtime/threads/time-budget.ts'
import { discardStatement } from '../designs/auto-save.ts'
import { formDesigns } from '../designs/design-kind.ts'
import { refuseOthers } from '../designs/refuse-others.ts'
import type { OperationContext } from '../operation-context.ts'
import { loadRecord } from '../records/load-record.ts'
import { type FormRef, type FormRow, formRecordOf } from './form.ts'
import { refuseDesigner } from './policy.ts'

export interface DesignSave {
  readonly designerJson: string
  /** The version that it was begun with; undefined: the one that there is. */
  readonly version: number | undefined
  /** Of the lock that the designer has; undefined without one. */
  readonly token: string | undefined
  readonly note: string | null
  /** The version whose design it is; null for a new one. */
  readonly restoredFrom: number | null
}

export interface DesignSaved {
  readonly version: number
  readonly savedAt: Date
  /** What was compiled here. */
  readonly renderedJson: string
}

/**
 * Saves the design of a form as its next version, with what the server has compiled of it, and forgets what the user had
 * saved by itself. Refused when it does not compile, when somebody else is at it, and when somebody has saved since it was
 * opened: nothing is kept of it then.
 */
export async function saveDesign(
  { db, clock, runtime }: OperationContext,
  user: User,
  { ref, save }: { readonly ref: FormRef; readonly save: DesignSave },
): Promise<DesignSaved | Refusal> {
  const refusal = refuseDesigner(user)
  if (refusal !== null) return refusal
  const { workplaceId } = user
  // Before the work of compiling, and once more when it is done: others may be at it meanwhile.
  const early = await db.read(user, (tx) => findSavable(tx, user, { ref, save, lock: false }))
  if (early instanceof Refusal) return early
  const order = {
    kind: 'compileDesign',
    input: save.designerJson,
    owner: workplaceId,
    time: readTime(runtime),
  } as const
  const compiled = orRefusal(await inThread(runtime, order))
  if (!compiled.ok) return refuseFaults(compiled.problems)
  const { renderedJson } = compiled
  return db.withTransaction(actorOf(user), async (tx) => {
    const form = await findSavable(tx, user, { ref, save, lock: true })
    if (form instanceof Refusal) return form
    const savedAt = clock()
    const { designerJson, note, restoredFrom } = save
    await tx.commit(designedStatements(user, { form, designerJson, renderedJson, note, restoredFrom, savedAt }))
    return { version: form.version + 1, savedAt, renderedJson }
  })
}

interface SavedForm extends Pick<DesignSave, 'designerJson' | 'note' | 'restoredFrom'> {
  readonly form: Pick<FormRow, 'id' | 'version'>
  readonly renderedJson: string
  readonly savedAt: Date
}

/** The next version of a form. */
export function designedStatements(
  { id: userId, workplaceId, username }: User,
  { form, designerJson, renderedJson, note, restoredFrom, savedAt }: SavedForm,
): Statement[] {
  const version = form.version + 1
  const at = savedAt.toISOString()
  return [
    {
      name: 'form_version_add',
      text: `insert into form_version (workplace_id, form_id, version, designer_json, rendered_json, note, restored_from, saved_at, saved_by)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      values: [workplaceId, form.id, version, designerJson, renderedJson, note, restoredFrom, at, username],
    },
    {
      name: 'form_designed',
      text: 'update form set version = $3, updated_at = $4, updated_by = $5 where workplace_id = $1 and id = $2',
      values: [workplaceId, form.id, version, at, username],
    },
    discardStatement({ workplaceId, designId: form.id, userId }),
  ]
}

/** The form, when it can be saved by that user now. */
async function findSavable(
  tx: Tx,
  user: User,
  { ref, save, lock }: { readonly ref: FormRef; readonly save: DesignSave; readonly lock: boolean },
): Promise<FormRow | Refusal> {
  const form = await loadRecord(tx, user, formRecordOf(ref), ref, { lock })
  if (form instanceof Refusal) return form
  return (await refuseOthers(tx, user, { kind: formDesigns, design: form, save })) ?? form
}

/** So many faults are told; whoever mends them sees the others. */
const mostFaults = 100

export function refuseFaults(problems: readonly DocumentProblem[]): Refusal {
  const [first] = problems
  return refuse(
    'design.invalid',
    `Expected a design without faults, but it has ${problems.length}. ${first?.at ? `${first.at}: ` : ''}${first?.message ?? ''}`,
    problems.slice(0, mostFaults).map(({ at, node, message, code }) => ({ where: node ?? at, message, code })),
  )
}

import type { User } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuch } from '../records/find-record.ts'
import { type FormRef, findForm, formRecordOf } from './form.ts'
import { findVersion } from './form-versions.ts'
import { refuseDesigner } from './policy.ts'
import { type DesignSaved, saveDesign } from './save-design.ts'

export interface VersionRestoring {
  readonly ref: FormRef
  /** Whose design is saved again. */
  readonly version: number
  /** The version that the user has seen as the last one. */
  readonly current: number
  readonly token: string | undefined
}

/** Saves the design of an earlier version as the next one. It is compiled anew: what compiles has changed, perhaps. */
export async function restoreVersion(
  context: OperationContext,
  user: User,
  { ref, version, current, token }: VersionRestoring,
): Promise<DesignSaved | Refusal> {
  const refusal = refuseDesigner(user)
  if (refusal !== null) return refusal
  const { workplaceId } = user
  const found = await context.db.read(user, async (tx) => {
    const form = await findForm(tx, workplaceId, ref)
    return form === null ? null : { form, design: await findVersion(tx, workplaceId, { formId: form.id, version }) }
  })
  if (found === null) return noSuch(formRecordOf(ref))
  if (found.design === null)
    return refuse('thing.not-found', `Expected a version ${version} of “${found.form.name}”, but there is none.`)
  const { designerJson } = found.design
  return saveDesign(context, user, {
    ref,
    save: { designerJson, version: current, token, note: null, restoredFrom: version },
  })
}

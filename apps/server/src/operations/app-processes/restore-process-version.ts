import type { User } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuch } from '../records/find-record.ts'
import { type AppProcessRef, findAppProcess, processRecord } from './app-process.ts'
import { refuseProcessDesigner } from './policy.ts'
import { findProcessVersion } from './process-versions.ts'
import { type ProcessDesignSaved, saveProcessDesign } from './save-process-design.ts'

export interface ProcessVersionRestoring {
  readonly ref: AppProcessRef
  /** Whose design is saved again. */
  readonly version: number
  /** The version that the user has seen as the last one. */
  readonly current: number
  readonly token: string | undefined
}

/** Saves the design of an earlier version as the next one. */
export async function restoreProcessVersion(
  context: OperationContext,
  user: User,
  { ref, version, current, token }: ProcessVersionRestoring,
): Promise<ProcessDesignSaved | Refusal> {
  const refusal = refuseProcessDesigner(user)
  if (refusal !== null) return refusal
  const { workplaceId } = user
  const found = await context.db.read(user, async (tx) => {
    const process = await findAppProcess(tx, workplaceId, ref)
    if (process === null) return null
    return { process, xml: await findProcessVersion(tx, workplaceId, { processId: process.id, version }) }
  })
  if (found === null) return noSuch(processRecord)
  const { process, xml } = found
  if (xml === null)
    return refuse('thing.not-found', `Expected a version ${version} of “${process.name}”, but there is none.`)
  return saveProcessDesign(context, user, {
    ref,
    save: { xml, version: current, token, note: null, restoredFrom: version },
  })
}

import { decodeXml } from '@millrace/xml'
import type { User } from '../../platform/auth/user.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { FileProblem } from '../../runtime/deploy/read-files.ts'
import type { OperationContext } from '../operation-context.ts'
import { insertAppDecision } from './create-app-decision.ts'
import { readDecisionFile, toDecisionName } from './design-file.ts'
import { refuseDecisionDesigner } from './policy.ts'

export interface DecisionImport {
  readonly applicationId: string
  readonly bytes: Uint8Array
  /** What it is to be called; null: as the file says. */
  readonly name: string | null
}

/** Makes a decision of a DMN file, of whatever tool, as it stands. @returns its id, and what was found in the file. */
export async function importAppDecision(
  context: OperationContext,
  user: User,
  { applicationId, bytes, name }: DecisionImport,
): Promise<{ readonly id: string; readonly problems: readonly FileProblem[] } | Refusal> {
  const refusal = refuseDecisionDesigner(user)
  if (refusal !== null) return refusal
  const decoded = decodeXml(bytes)
  if (!decoded.ok) return refuse('app-decision.file-invalid', decoded.message)
  const design = await readDecisionFile(context.runtime, user, { xml: decoded.text, key: null })
  if (design instanceof Refusal) return design
  const id = await insertAppDecision(context, user, {
    applicationId,
    name: name ?? toDecisionName(design.decision),
    design,
  })
  return id instanceof Refusal ? id : { id, problems: design.problems }
}

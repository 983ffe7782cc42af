import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { insertDesign } from '../designs/create-design.ts'
import type { OperationContext } from '../operation-context.ts'
import { decisionDesigns } from './decision-designs.ts'
import { changeDecisionFile, readDecisionFile } from './design-file.ts'
import { newDecisionDesign } from './new-design.ts'
import { refuseDecisionDesigner } from './policy.ts'

/** Name, key and description that a designer enters for a decision. */
export interface AppDecisionDetails {
  readonly name: string
  readonly key: string
}

/** Creates a decision with a table and no rules. @returns its id. */
export async function createAppDecision(
  context: OperationContext,
  request: Request,
  { applicationId, details }: { readonly applicationId: string; readonly details: AppDecisionDetails },
): Promise<string | Refusal> {
  const refusal = refuseDecisionDesigner(request.user, { applicationId })
  if (refusal !== null) return refusal
  const { key, name } = details
  const text = await changeDecisionFile(context.runtime, request, { xml: newDecisionDesign(key), name: { key, name } })
  const design = await readDecisionFile(context.runtime, request, { text, key })
  if (design instanceof Refusal) return design
  return insertDesign(context, request, decisionDesigns, { applicationId, name, design })
}

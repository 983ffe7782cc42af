import type { Request } from '../../platform/auth/request.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { CopiedDesign, DesignSource } from '../designs/copy-design.ts'
import type { AppDecisionRow } from './app-decision.ts'
import { changeDecisionFile } from './design-file.ts'

export interface DecisionCopying {
  readonly source: DesignSource<AppDecisionRow>
  readonly applicationId: string
  readonly name: string
  /** New keys of the decisions in the file by their old keys, including the decision's own key. */
  readonly keys: ReadonlyMap<string, string>
}

/** Writes name and keys of the copy into its design. */
export async function copyDecisionDesign(
  runtime: Runtime,
  request: Request,
  { source: { row, text: xml }, applicationId, name, keys }: DecisionCopying,
): Promise<CopiedDesign<AppDecisionRow>> {
  const key = keys.get(row.decision_key) ?? row.decision_key
  const text = await changeDecisionFile(runtime, request, {
    xml,
    ...(name !== row.name && { name: { key: row.decision_key, name } }),
    keys: [...keys],
    id: `definitions_${key}`,
  })
  const columns = { decision_key: key, decision_keys: row.decision_keys.map((one) => keys.get(one) ?? one) }
  return { id: runtime.newId(), source: row, applicationId, name, columns, design: { text } }
}

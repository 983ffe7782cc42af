import { decodeXml } from '@millrace/xml'
import type { User } from '../../platform/auth/user.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { FileProblem } from '../../runtime/deploy/read-files.ts'
import type { OperationContext } from '../operation-context.ts'
import { insertAppProcess } from './create-app-process.ts'
import { readDesignFile, toProcessName } from './design-file.ts'
import { refuseProcessDesigner } from './policy.ts'

export interface ProcessImport {
  readonly applicationId: string
  readonly bytes: Uint8Array
  /** What it is to be called; null: as the file says. */
  readonly name: string | null
}

/** Makes a process of a BPMN file, of whatever dialect, as it stands. @returns its id, and what was found in the file. */
export async function importAppProcess(
  context: OperationContext,
  user: User,
  { applicationId, bytes, name }: ProcessImport,
): Promise<{ readonly id: string; readonly problems: readonly FileProblem[] } | Refusal> {
  const refusal = refuseProcessDesigner(user)
  if (refusal !== null) return refusal
  const decoded = decodeXml(bytes)
  if (!decoded.ok) return refuse('app-process.file-invalid', decoded.message)
  const design = await readDesignFile(context.runtime, user, { xml: decoded.text, key: null })
  if (design instanceof Refusal) return design
  const id = await insertAppProcess(context, user, {
    applicationId,
    name: name ?? toProcessName(design.process),
    design,
    icon: null,
    category: null,
  })
  return id instanceof Refusal ? id : { id, problems: design.problems }
}

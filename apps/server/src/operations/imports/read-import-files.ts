import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { ReadImport } from '../../runtime/imports/read-import.ts'
import type { PackedFile } from '../../runtime/imports/unpack.ts'
import { inThread, orRefusal } from '../../runtime/threads/in-thread.ts'
import { readTime } from '../../runtime/threads/time-budget.ts'
import { refuseApplicationDesigner } from '../applications/policy.ts'
import type { OperationContext } from '../operation-context.ts'

export type ReadImportFiles = Extract<ReadImport, { ok: true }>

/**
 * Opens and reads files of other products. Refuses users without permission to design the application, and archives
 * that cannot be opened.
 *
 * @param applicationId null when the import creates an application.
 */
export async function readImportFiles(
  { runtime }: Pick<OperationContext, 'runtime'>,
  { user }: Request,
  { files, applicationId }: { readonly files: readonly PackedFile[]; readonly applicationId: string | null },
): Promise<ReadImportFiles | Refusal> {
  const refusal = refuseApplicationDesigner(user, applicationId)
  if (refusal !== null) return refusal
  if (files.length === 0)
    return refuse('import.file-invalid', 'Expected at least one part “file” with a file, but there is none.')
  const twice = files.find(({ name }, index) => files.findIndex((other) => other.name === name) < index)
  if (twice !== undefined)
    return refuse(
      'import.file-invalid',
      `Expected unique file names, but “${twice.name}” exists twice. Rename one of the files.`,
      [{ where: twice.name, message: 'Expected each file name once.' }],
    )
  const input = { files, budgets: runtime.budgets }
  const { workplaceId: owner } = user
  const read = orRefusal(await inThread(runtime, { kind: 'readImport', input, owner, time: readTime(runtime) }))
  if (read.ok) return read
  return refuse('import.file-invalid', `${read.path}: ${read.message}`, [{ where: read.path, message: read.message }])
}

import { type AnswerOf, type appProcessCalls, limits, patterns } from '@millrace/contract'
import { importAppProcess } from '../../operations/app-processes/import-app-process.ts'
import { presentProblem } from '../../operations/designs/present-problem.ts'
import type { OperationContext } from '../../operations/operation-context.ts'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { Upload } from '../../platform/http/read-upload.ts'
import { getBytes } from '../../platform/uploads/content.ts'
import { getAppProcess } from './get-app-process.ts'

/** Makes a process of an uploaded BPMN file. */
export async function importFile(
  context: OperationContext,
  request: Request,
  { applicationId, upload }: { readonly applicationId: string; readonly upload: Upload },
): Promise<AnswerOf<typeof appProcessCalls.importFile> | Refusal> {
  const [file] = upload.files
  if (file === undefined) return refuse('app-process.file-invalid', 'Expected a BPMN file, but there is none.')
  const name = upload.fields.get('name')?.trim() || null
  const fault = name === null ? null : findNameFault(name)
  if (fault !== null) return refuse('request.invalid', fault, [{ where: 'name', message: fault }])
  const made = await importAppProcess(context, request, { applicationId, bytes: getBytes(file.content), name })
  if (made instanceof Refusal) return made
  const process = await getAppProcess(context.db, request, { id: made.id, applicationId })
  return process instanceof Refusal ? process : { process, problems: made.problems.map(presentProblem) }
}

function findNameFault(name: string): string | null {
  if (name.length > limits.name)
    return `Expected a name of at most ${limits.name} characters, but it has ${name.length}.`
  return patterns.name.regex.test(name) ? null : patterns.name.message
}

import { type AnswerOf, type appDecisionCalls, limits, patterns } from '@millrace/contract'
import { importAppDecision } from '../../operations/app-decisions/import-app-decision.ts'
import { presentProblem } from '../../operations/designs/present-problem.ts'
import type { OperationContext } from '../../operations/operation-context.ts'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { Upload } from '../../platform/http/read-upload.ts'
import { getBytes } from '../../platform/uploads/content.ts'
import { getAppDecision } from './get-app-decision.ts'

/** Makes a decision of an uploaded DMN file. */
export async function importFile(
  context: OperationContext,
  request: Request,
  { applicationId, upload }: { readonly applicationId: string; readonly upload: Upload },
): Promise<AnswerOf<typeof appDecisionCalls.importFile> | Refusal> {
  const [file] = upload.files
  if (file === undefined) return refuse('app-decision.file-invalid', 'Expected a DMN file, but there is none.')
  const name = upload.fields.get('name')?.trim() || null
  const fault = name === null ? null : findNameFault(name)
  if (fault !== null) return refuse('request.invalid', fault, [{ where: 'name', message: fault }])
  const made = await importAppDecision(context, request, { applicationId, bytes: getBytes(file.content), name })
  if (made instanceof Refusal) return made
  const decision = await getAppDecision(context.db, request, { id: made.id, applicationId })
  return decision instanceof Refusal ? decision : { decision, problems: made.problems.map(presentProblem) }
}

function findNameFault(name: string): string | null {
  if (name.length > limits.name)
    return `Expected a name of at most ${limits.name} characters, but it has ${name.length}.`
  return patterns.name.regex.test(name) ? null : patterns.name.message
}

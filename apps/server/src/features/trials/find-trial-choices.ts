import type { AnswerOf, trialCalls } from '@millrace/contract'
import { listMentioned, type RuntimeDocument } from '@millrace/forms'
import { type AppProcessRef, findAppProcess, processRecord } from '../../operations/app-processes/app-process.ts'
import { refuseProcessTrier } from '../../operations/app-processes/policy.ts'
import { noSuch } from '../../operations/records/find-record.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { answerChoices, prepareChoices } from '../../runtime/forms/choices.ts'
import { getNamingField } from '../../runtime/forms/named.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { inThread } from '../../runtime/threads/in-thread.ts'
import { readTime } from '../../runtime/threads/time-budget.ts'

interface Asked {
  readonly ref: AppProcessRef
  /** The hash of the document that is shown. */
  readonly hash: string
  readonly node: string
  readonly q: string
  readonly by: string
}

/**
 * Finds the users, groups and roles that a field of a form in a trial can name. The user who runs a trial acts for all
 * users.
 */
export async function findTrialChoices(
  runtime: Runtime,
  request: Request,
  { ref, hash, node, q, by }: Asked,
): Promise<AnswerOf<typeof trialCalls.formChoices> | Refusal> {
  const { user } = request
  const refusal = refuseProcessTrier(user, ref)
  if (refusal !== null) return refusal
  const { workplaceId } = user
  const texts = await runtime.db.read(request, async (tx) => {
    const process = await findAppProcess(tx, workplaceId, ref)
    return process === null ? noSuch(processRecord) : findDesignsWith(tx, workplaceId, process.application_id, node)
  })
  if (texts instanceof Refusal) return texts
  const document = await findDocument(runtime, user, texts, hash)
  if (document === null)
    return refuse('thing.not-found', 'Expected a form of this application, but it does not exist or has changed.')
  const field = getNamingField(document, node, listMentioned(document))
  if (field instanceof Refusal) return field
  const prepared = await runtime.db.read(request, (tx) => prepareChoices(tx, workplaceId, field, { q, by }))
  return answerChoices(runtime, prepared)
}

/** Designs of forms in use that have this id somewhere. */
async function findDesignsWith(tx: Tx, workplaceId: string, applicationId: string, node: string): Promise<string[]> {
  const [rows] = await tx.batch([
    {
      name: 'trial_forms_with',
      text: `select v.designer_json from form f
        join form_version v on v.workplace_id = f.workplace_id and v.form_id = f.id and v.version = f.version
        where f.workplace_id = $1 and f.application_id = $2 and not f.is_disabled and position($3 in v.designer_json) > 0`,
      values: [workplaceId, applicationId, JSON.stringify(node)],
    },
  ])
  return (rows ?? []).map(([text]) => text ?? '')
}

async function findDocument(
  runtime: Runtime,
  { workplaceId: owner }: Person,
  texts: readonly string[],
  hash: string,
): Promise<RuntimeDocument | null> {
  for (const text of texts) {
    const input = { text, fileName: 'form' }
    const read = await inThread(runtime, { kind: 'parseForm', input, owner, time: readTime(runtime) })
    if (read.ok && !('fault' in read.output) && read.output.document.hash === hash) return read.output.document
  }
  return null
}

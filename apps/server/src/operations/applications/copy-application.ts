import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { type AppDecisionRow, decisionRecord, listAppDecisionsOf } from '../app-decisions/app-decision.ts'
import { copyDecisionDesign } from '../app-decisions/copied-decision.ts'
import { decisionDesigns } from '../app-decisions/decision-designs.ts'
import { type AppProcessRow, listAppProcessesOf, processRecord } from '../app-processes/app-process.ts'
import { copyDesign, type ProcessSource, readProcessSources } from '../app-processes/copied-process.ts'
import { processDesigns } from '../app-processes/process-designs.ts'
import { type CopiedDesign, copiedStatements, type DesignSource, readTexts } from '../designs/copy-design.ts'
import { findFreeKeys } from '../designs/free-names.ts'
import { toCopiedForm } from '../forms/copy-forms.ts'
import { type FormRow, formRecord, listFormsOf } from '../forms/form.ts'
import { formDesigns } from '../forms/form-designs.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuch } from '../records/find-record.ts'
import { withFreeNames } from '../records/with-free-names.ts'
import { type ApplicationDetails, applicationRecord, findApplication } from './application.ts'
import { insertApplication } from './create-application.ts'
import { refuseApplicationDesigner } from './policy.ts'

/**
 * Copies an application with the last version of its enabled parts, completely or not at all. Keys are unique in the
 * workplace, so the copies get new keys, and their references to each other are changed.
 *
 * @returns the id of the copy.
 */
export async function copyApplication(
  { db, clock, runtime }: OperationContext,
  request: Request,
  { sourceId, details }: { readonly sourceId: string; readonly details: ApplicationDetails },
): Promise<string | Refusal> {
  const { user } = request
  const refusal = refuseApplicationDesigner(user, null)
  if (refusal !== null) return refusal
  const found = await db.read(request, (tx) => readContents(tx, user.workplaceId, sourceId))
  if (found instanceof Refusal) return found
  const { forms, formKeys, processes, processKeys, decisions, decisionKeys } = found
  const id = runtime.newId()
  const at = clock()
  const renamed = {
    formKeys: forms.map(({ form_key }, index) => [form_key ?? '', formKeys[index] ?? ''] as const),
    decisionKeys: [...decisionKeys],
    calledKeys: processes.map(({ row }, index) => [row.process_key, processKeys[index] ?? ''] as const),
  }
  const copied: CopiedDesign<AppProcessRow>[] = []
  for (const [index, source] of processes.entries()) {
    const called = { name: source.row.name, key: processKeys[index] ?? '' }
    copied.push(await copyDesign(runtime, request, { source, applicationId: id, ...called, ...renamed }))
  }
  const copiedDecisions: CopiedDesign<AppDecisionRow>[] = []
  for (const source of decisions)
    copiedDecisions.push(
      await copyDecisionDesign(runtime, request, {
        source,
        applicationId: id,
        name: source.row.name,
        keys: decisionKeys,
      }),
    )
  const copiedForms = forms.map((source, index) =>
    toCopiedForm(runtime, {
      source,
      applicationId: id,
      name: source.name,
      formKey: formKeys[index] ?? null,
      labels: source.labels,
    }),
  )
  const insert = () =>
    db.withTransaction(actorOf(request), async (tx) => {
      const refused = await insertApplication(tx, user, { id, details, at })
      if (refused !== null) return refused
      const statements = [
        ...copiedStatements(user, formDesigns, copiedForms, at),
        ...copiedStatements(user, processDesigns, copied, at),
        ...copiedStatements(user, decisionDesigns, copiedDecisions, at),
      ]
      if (statements.length > 0) await tx.batch(statements)
      return id
    })
  const withForms = () => withFreeNames(formRecord, insert, { where: () => 'forms' })
  const withDecisions = () => withFreeNames(decisionRecord, withForms, { where: () => 'decisions' })
  const withProcesses = () => withFreeNames(processRecord, withDecisions, { where: () => 'processes' })
  return withFreeNames(applicationRecord, withProcesses)
}

interface Contents {
  readonly forms: readonly FormRow[]
  /** The keys of the copied forms, in their order. */
  readonly formKeys: readonly string[]
  readonly processes: readonly ProcessSource[]
  readonly processKeys: readonly string[]
  readonly decisions: readonly DesignSource<AppDecisionRow>[]
  /** The new keys of all decisions in the files, by their old keys. */
  readonly decisionKeys: ReadonlyMap<string, string>
}

async function readContents(tx: Tx, workplaceId: string, id: string): Promise<Contents | Refusal> {
  const source = await findApplication(tx, workplaceId, id)
  if (source === null) return noSuch(applicationRecord)
  const forms = await listFormsOf(tx, workplaceId, source.id)
  const rows = await listAppProcessesOf(tx, workplaceId, source.id)
  const decisions = await listAppDecisionsOf(tx, workplaceId, source.id)
  const keys = decisions.flatMap(({ decision_keys }) => decision_keys)
  const freeKeys = await findFreeKeys(tx, workplaceId, decisionDesigns, keys)
  return {
    forms,
    formKeys: await findFreeKeys(tx, workplaceId, formDesigns, forms.map(formDesigns.keyOf)),
    processes: await readProcessSources(tx, workplaceId, rows),
    decisions: await readTexts(tx, decisionDesigns, decisions),
    decisionKeys: new Map(keys.map((key, index) => [key, freeKeys[index] ?? key])),
    processKeys: await findFreeKeys(tx, workplaceId, processDesigns, rows.map(processDesigns.keyOf)),
  }
}

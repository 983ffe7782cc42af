import { createDefinition } from '@millrace/engine'
import type { Actor } from '../../platform/db/actor.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { getBytes, isStaged } from '../../platform/uploads/content.ts'
import { decodeFile } from '../definitions/read-model.ts'
import { type Unit, unitOfWork } from '../execute/unit-of-work.ts'
import type { Runtime } from '../runtime.ts'
import { inThread } from '../threads/in-thread.ts'
import { readTime } from '../threads/time-budget.ts'
import { listBrokenForms } from './broken-forms.ts'
import { categoryStatements } from './category-statements.ts'
import { createDeployed } from './create-deployed.ts'
import { contentOf, type Deployed, type DeployRequest, type NewFile } from './deployed.ts'
import { deploymentStatements } from './deployment-statements.ts'
import { listNeeds, withoutNeeds } from './needs.ts'
import { type FileProblem, isModel, type ReadFiles, tooLargeFault } from './read-files.ts'
import { closeOlderStartEvents, openStartEvents } from './start-events.ts'
import { listTakenMessages } from './taken-messages.ts'
import { listUnusableAdapters } from './unusable-adapters.ts'

export type DeployAnswer =
  | { readonly ok: true; readonly deployed: Deployed }
  | { readonly ok: false; readonly problems: readonly FileProblem[]; readonly refusal?: Refusal }

/** Additional work in the transaction of a deployment. It may run again when the transaction is restarted. */
export interface DeployExtras {
  /** Checks the deployment before anything is written, while no other deployment runs. Returns null to continue. */
  refuse(tx: Tx, deployed: Deployed): Promise<Refusal | null>
  /** Written behind it. */
  list(deployed: Deployed): readonly Statement[]
  /** Called last, in the same unit of work. A refusal rolls everything back; null: success. */
  end(unit: Unit): Promise<Refusal | null>
}

/**
 * Deploys files together: every process and decision becomes the newest version of its key. If one file cannot run,
 * nothing is deployed, and all errors of all files are reported.
 *
 * @param known models of these files from `readModels`.
 */
export async function deploy(
  runtime: Runtime,
  actor: Actor,
  request: DeployRequest,
  extras?: DeployExtras,
  known?: ReadFiles,
): Promise<DeployAnswer> {
  const read = known ?? (await readModels(runtime, actor, request.files))
  const errors = read.problems.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) return { ok: false, problems: errors }
  const forms = await listBrokenForms(runtime, actor.workplaceId, resourcesOf(read), async (name) =>
    textOf(request.files, name),
  )
  return unitOfWork(runtime, actor, async (unit) => {
    const created = await createDeployed(runtime, actor, unit.tx, request, read)
    const refusal = (await extras?.refuse(unit.tx, created)) ?? null
    if (refusal !== null) return { ok: false, problems: [], refusal }
    const problems = [
      ...(await listTakenMessages(unit.tx, actor.workplaceId, created)),
      ...(await listUnusableAdapters(unit.tx, actor.workplaceId, created)),
    ]
    if (problems.length > 0) return { ok: false, problems }
    const files = request.files.map(({ name }) => name)
    const needs = await listNeeds(unit.tx, actor.workplaceId, { ...created, files })
    const deployed = { ...created, warnings: [...withoutNeeds(created), ...needs, ...forms] }
    const { id: deploymentId, tenantId } = deployed
    unit.write(...deploymentStatements(actor, request, deployed, runtime.newId))
    unit.write(...categoryStatements(actor, deployed, runtime.newId))
    unit.write(...(extras?.list(deployed) ?? []))
    for (const { id, version, model } of deployed.processes) {
      const { id: key } = model
      await closeOlderStartEvents(unit, actor.workplaceId, { key, tenantId })
      await openStartEvents(unit, createDefinition({ id, key, version, deploymentId, tenantId, model }))
    }
    const broken = (await extras?.end(unit)) ?? null
    return broken === null ? { ok: true, deployed } : unit.abandon({ ok: false, problems: [], refusal: broken })
  })
}

function resourcesOf({ processes }: ReadFiles) {
  return processes.map(({ file, model }) => ({ resourceName: file, model }))
}

/** Returns the text of a file; null for one that does not exist, or is so large that it is not held in memory. */
function textOf(files: readonly NewFile[], name: string): string | null {
  const file = files.find((one) => one.name === name)
  const content = file === undefined ? null : contentOf(file)
  return content === null || isStaged(content) ? null : decodeFile(content)
}

/**
 * Reads and checks models in a worker thread regardless of size, because checks compile every expression and script.
 */
export async function readModels(
  runtime: Runtime,
  { workplaceId }: Actor,
  all: readonly NewFile[],
  { isForTests = false } = {},
): Promise<ReadFiles> {
  const files = all.filter(isModel).map((file) => ({ name: file.name, bytes: getBytes(contentOf(file)) }))
  if (files.length === 0) return { processes: [], decisions: [], problems: [] }
  const { budgets } = runtime
  const input = { files, budgets, isForTests }
  const read = await inThread(runtime, { kind: 'readFiles', input, owner: workplaceId, time: readTime(runtime) })
  if (read.ok) return read.output
  const { at, message } = read.broken
  return { processes: [], decisions: [], problems: [tooLargeFault(at ?? files[0]?.name ?? '', null, message)] }
}

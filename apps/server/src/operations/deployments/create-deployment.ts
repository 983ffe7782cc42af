import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { RefusalDetail } from '../../platform/errors/refusal.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { getBytes } from '../../platform/uploads/content.ts'
import { actorOf } from '../../runtime/actor.ts'
import { mayImport } from '../../runtime/definitions/read-model.ts'
import { type DeployExtras, deploy } from '../../runtime/deploy/deploy.ts'
import { contentOf, type Deployed, type DeployRequest } from '../../runtime/deploy/deployed.ts'
import { type FileProblem, isDmn } from '../../runtime/deploy/read-files.ts'
import { planSuspension } from '../../runtime/execute/suspensions.ts'
import { refusalOf } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { logDeployment } from '../operation-log/log-deployment.ts'
import { noSuchProcess } from '../processes/policy.ts'
import { suspendWithin } from '../processes/suspend-all.ts'
import { isWithinTenants } from '../tenants/within-tenants.ts'
import { findUnchanged } from './find-unchanged.ts'
import { refuseDeployment } from './policy.ts'

export interface NewDeployment extends DeployRequest {
  /** Which files are skipped: none, all when nothing has changed since the last deployment, or each unchanged file. */
  readonly skips?: 'nothing' | 'same' | 'same-files'
  /** From when on processes can be started; null: at once. Until then they are suspended, and a job activates each. */
  readonly activatesAt?: string | null
}

/**
 * The new deployment, or the result that nothing was deployed because the newest deployment of this name has identical
 * files.
 */
export type DeploymentMade =
  | { readonly isNew: true; readonly id: string; readonly warnings: Deployed['warnings'] }
  | { readonly isNew: false; readonly id: string }

/** The refusal of a deployment with the errors in its files. */
export class DeploymentRefusal extends Refusal {
  readonly problems: readonly FileProblem[]

  constructor(problems: readonly FileProblem[]) {
    super('deployment.invalid', sentenceOf(problems), problems.map(presentProblem))
    this.problems = problems
  }
}

/** Deploys files together: all of them or none. */
export async function createDeployment(
  { runtime, clock }: OperationContext,
  request: Request,
  { skips = 'nothing', activatesAt = null, ...deployment }: NewDeployment,
): Promise<DeploymentMade | Refusal> {
  const refusal = refuseDeployment(request.user, 'create')
  if (refusal !== null) return refusal
  if (!isWithinTenants(request.user, deployment.tenantId))
    return refuse('right.missing', 'Expected a tenant that you are a member of. Nothing was deployed.')
  const actor = actorOf(request)
  const { deploymentId, unchanged } =
    skips === 'nothing'
      ? { deploymentId: null, unchanged: new Set<string>() }
      : await findUnchanged(runtime, actor, deployment)
  if (deploymentId !== null && unchanged.size === deployment.files.length) return { isNew: false, id: deploymentId }
  const files = skips === 'same-files' ? chooseChanged(deployment.files, unchanged) : deployment.files
  const activation = activatesAt === null ? noExtras : activatedAt(runtime, request.workplaceId, activatesAt)
  const extras: DeployExtras = {
    ...activation,
    list: (deployed) => [
      ...activation.list(deployed),
      logDeployment({ runtime, clock }, request, { id: deployed.id, skips }),
    ],
  }
  const answer = await deploy(runtime, actor, { ...deployment, files }, extras)
  if (!answer.ok) return answer.refusal ?? new DeploymentRefusal(answer.problems)
  const { id, warnings } = answer.deployed
  return { isNew: true, id, warnings }
}

const noExtras: DeployExtras = { refuse: async () => null, list: () => [], end: async () => null }

/**
 * The files that have changed. When one of them has decisions and any file may import decisions, all decisions come
 * along: a decision reads those of its own deployment, and one that imports a changed file has changed too.
 */
function chooseChanged(files: DeployRequest['files'], unchanged: ReadonlySet<string>): DeployRequest['files'] {
  const changed = files.filter(({ name }) => !unchanged.has(name))
  const decisions = files.filter(({ name }) => isDmn(name))
  const needsAll =
    decisions.some(({ name }) => !unchanged.has(name)) && decisions.some((file) => mayImport(getBytes(contentOf(file))))
  return needsAll ? files.filter((file) => isDmn(file.name) || changed.includes(file)) : changed
}

/** Suspends what is deployed, and has jobs activate it at a date. */
function activatedAt(runtime: OperationContext['runtime'], workplaceId: string, at: string): DeployExtras {
  let ids: readonly string[] = []
  return {
    refuse: async () => null,
    list: (deployed) => {
      ids = deployed.processes.map(({ id }) => id)
      return []
    },
    end: async (unit) => {
      if (ids.length === 0) return null
      const condition = sql`id = any(${ids}::uuid[])`
      const done = await suspendWithin(unit, runtime, workplaceId, {
        condition,
        isSuspended: true,
        includesInstances: false,
        includesJobs: true,
      })
      if (!done.ok) return refusalOf(done.answer, noSuchProcess)
      for (const definitionId of ids) {
        const planned = { of: 'version', includesInstances: true, includesJobs: true, jobs: null } as const
        planSuspension(unit, runtime, workplaceId, { definitionId, isSuspended: false, planned, dueAt: at })
      }
      return null
    },
  }
}

function sentenceOf(problems: readonly FileProblem[]): string {
  const faults = problems.length === 1 ? 'is one fault' : `are ${problems.length} faults`
  return `Expected files that can be deployed, but there ${faults}. Nothing was deployed. ${problems.map(presentProblem)[0]?.message ?? ''}`
}

function presentProblem({ file, elementId, code, message, line, column }: FileProblem): RefusalDetail {
  const place =
    elementId === null && line !== undefined ? ` (line ${line}${column === undefined ? '' : `, column ${column}`})` : ''
  return { where: elementId === null ? file : `${file}#${elementId}`, code, message: `${message}${place}` }
}

import { type ApplicationDeployment, type ApplicationVersion, limits, listLimits } from '@millrace/contract'
import { applicationRecord, findApplication } from '../../operations/applications/application.ts'
import { type ApplicationPart, listDeployedParts, listParts } from '../../operations/applications/parts.ts'
import { type DeployedVersion, findLastVersion, listVersions } from '../../operations/applications/versions.ts'
import { noSuch } from '../../operations/records/find-record.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { type People, readPeople } from '../../runtime/rights/people.ts'

/**
 * Returns the deployed version of an application, the differences of its next version, and the number of its running
 * instances.
 */
export async function getDeploymentState(
  db: Database,
  request: Request,
  id: string,
): Promise<ApplicationDeployment | Refusal> {
  const { workplaceId } = request
  return db.read(request, async (tx) => {
    const application = await findApplication(tx, workplaceId, id)
    if (application === null) return noSuch(applicationRecord)
    const applicationId = application.id
    const last = await findLastVersion(tx, workplaceId, applicationId)
    const now = await listParts(tx, workplaceId, applicationId)
    const before =
      last === null ? [] : await listDeployedParts(tx, workplaceId, { applicationId, version: last.version })
    const people = await readPeople(tx, workplaceId, [last?.deployedBy ?? null, last?.undeployedBy ?? null])
    const running = await countRunning(tx, workplaceId, applicationId)
    return {
      last: last === null ? null : presentVersion(last, people),
      parts: compareParts(before, now),
      runningInstances: running.reduce((sum, { instances }) => sum + instances, 0),
      running,
    }
  })
}

/** Lists the newest versions of an application, the newest first. */
export async function getVersions(db: Database, request: Request, id: string): Promise<ApplicationVersion[] | Refusal> {
  const { workplaceId } = request
  return db.read(request, async (tx) => {
    const application = await findApplication(tx, workplaceId, id)
    if (application === null) return noSuch(applicationRecord)
    const versions = await listVersions(tx, workplaceId, { applicationId: application.id, most: limits.formVersions })
    const people = await readPeople(
      tx,
      workplaceId,
      versions.flatMap(({ deployedBy, undeployedBy }) => [deployedBy, undeployedBy]),
    )
    return versions.map((version) => presentVersion(version, people))
  })
}

function compareParts(
  before: readonly ApplicationPart[],
  now: readonly ApplicationPart[],
): ApplicationDeployment['parts'] {
  const known = new Map(before.map((part) => [part.id, part]))
  const kept = new Set(now.map(({ id }) => id))
  return [
    ...now.map((part) => {
      const old = known.get(part.id)
      const change = old === undefined ? 'added' : old.version === part.version ? 'same' : 'changed'
      return { ...part, deployedVersion: old?.version ?? null, change } as const
    }),
    ...before
      .filter(({ id }) => !kept.has(id))
      .map((part) => ({ ...part, deployedVersion: part.version, change: 'removed' as const })),
  ]
}

/** By version, the newest first; all of them together as far as a list counts. */
async function countRunning(
  tx: Tx,
  workplaceId: string,
  applicationId: string,
): Promise<ApplicationDeployment['running']> {
  const [rows] = await tx.batch([
    {
      name: 'application_running',
      text: `select version, count(*) from (select v.version from application_version v
        join process_definition d on d.workplace_id = v.workplace_id and d.deployment_id = v.deployment_id
        join instance i on i.workplace_id = d.workplace_id and i.definition_id = d.id
        where v.workplace_id = $1 and v.application_id = $2 order by v.version desc limit $3) x
        group by version order by version desc`,
      values: [workplaceId, applicationId, listLimits.total],
    },
  ])
  return (rows ?? []).map(([version, instances]) => ({ version: Number(version), instances: Number(instances) }))
}

function presentVersion(version: DeployedVersion, people: People): ApplicationVersion {
  return {
    version: version.version,
    deploymentId: version.deploymentId,
    note: version.note,
    restoredFrom: version.restoredFrom,
    deployedAt: version.deployedAt.toISOString(),
    deployedBy: people.find(version.deployedBy),
    override:
      version.overrideReason === null
        ? null
        : { reason: version.overrideReason, failedTests: [...version.failedTests] },
    undeployed:
      version.undeployedAt === null
        ? null
        : { at: version.undeployedAt.toISOString(), by: people.find(version.undeployedBy) },
  }
}

import type { DeploymentDetail } from '@millrace/contract'
import {
  type DefinitionRow,
  findDeployment,
  findFile,
  readContents,
} from '../../operations/deployments/deployment-queries.ts'
import { noSuchDeployment } from '../../operations/deployments/policy.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { refuse } from '../../platform/errors/refusal.ts'
import type { FileAnswer } from '../../platform/http/route.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import { presentDeployment } from './present-deployment.ts'

export async function getDeployment(db: Database, request: Request, id: string): Promise<DeploymentDetail> {
  const { workplaceId } = request
  return db.read(request, (tx) => readDeployment(tx, workplaceId, id))
}

/** Reads a deployment with its files. @throws Refusal when it does not exist. */
export async function readDeployment(tx: Tx, workplaceId: string, id: string): Promise<DeploymentDetail> {
  const row = await findDeployment(tx, workplaceId, id)
  if (row === null) throw noSuchDeployment()
  const people = await readPeople(tx, workplaceId, [row.deployed_by])
  const { resources, processes, decisions } = await readContents(tx, workplaceId, id)
  return {
    ...presentDeployment(row, people),
    resources,
    processes: processes.map((process) => ({
      ...presentDefinition(process),
      isSuspended: process.is_suspended,
      isStartable: process.is_startable,
      icon: process.chosen_icon ?? process.icon,
      isIconChosen: process.chosen_icon !== null,
      runningInstances: process.running,
    })),
    decisions: decisions.map(presentDefinition),
  }
}

export async function downloadFile(
  db: Database,
  request: Request,
  ids: { id: string; fileId: string },
): Promise<FileAnswer> {
  const { workplaceId } = request
  const file = await db.read(request, (tx) => findFile(tx, workplaceId, ids))
  if (file === null) throw refuse('thing.not-found', 'Expected a file of a deployment, but there is none with this id.')
  return {
    content: file.bytes,
    contentType: /\.(bpmn|dmn|xml)$/i.test(file.name) ? 'application/xml' : 'application/octet-stream',
    fileName: file.name,
  }
}

function presentDefinition({
  id,
  key,
  name,
  version,
  resource_name,
}: DefinitionRow): DeploymentDetail['decisions'][number] {
  return { id, key, name: name ?? key, version, fileName: resource_name }
}

import type { DeploymentWarning } from '@millrace/contract'
import { findDeployment, readContents } from '../../operations/deployments/deployment-queries.ts'
import { noSuchDeployment } from '../../operations/deployments/policy.ts'
import type { OperationContext } from '../../operations/operation-context.ts'
import type { Request } from '../../platform/auth/request.ts'
import { fetchResource, getProcess } from '../../runtime/definitions/definitions.ts'
import { sourcesFor } from '../../runtime/definitions/sources.ts'
import { listBrokenForms, listFormFiles } from '../../runtime/deploy/broken-forms.ts'
import { listNeeds } from '../../runtime/deploy/needs.ts'
import type { FileProblem } from '../../runtime/deploy/read-files.ts'

/**
 * Lists the objects that the models of a deployment name and the workplace does not have, and the forms that cannot be
 * read.
 * @throws Refusal when the deployment does not exist.
 */
export async function listDeploymentNeeds(
  { db, runtime }: OperationContext,
  request: Request,
  id: string,
): Promise<DeploymentWarning[]> {
  const { workplaceId } = request
  const { needs, models, texts } = await db.read(request, async (tx) => {
    const deployment = await findDeployment(tx, workplaceId, id)
    if (deployment === null) throw noSuchDeployment()
    const { resources, processes, decisions } = await readContents(tx, workplaceId, id)
    const models = []
    for (const { id: definitionId, resource_name } of processes) {
      const definition = await getProcess(runtime, tx, workplaceId, { by: 'id', id: definitionId })
      if (definition !== null) models.push({ resourceName: resource_name, model: definition.model })
    }
    const files = resources.map(({ name }) => name)
    const { tenant_id: tenantId } = deployment
    const needs = await listNeeds(tx, workplaceId, { tenantId, processes: models, decisions, files })
    const sources = sourcesFor(runtime, workplaceId)
    const texts = new Map<string, string | null>()
    for (const name of listFormFiles(models).filter((one) => files.includes(one))) {
      await fetchResource(tx, workplaceId, sources, { deploymentId: id, name })
      texts.set(name, sources.resource(id, name) ?? null)
    }
    return { needs, models, texts }
  })
  // Forms are read after the transaction: they wait for threads, and nobody waits for a connection meanwhile.
  const forms = await listBrokenForms(runtime, workplaceId, models, async (name) => texts.get(name) ?? null)
  return [...needs, ...forms].map(presentProblem)
}

export function presentProblem({ file, elementId, code, message, needs }: FileProblem): DeploymentWarning {
  return { fileName: file, elementId, code, message, needs: needs ?? null }
}

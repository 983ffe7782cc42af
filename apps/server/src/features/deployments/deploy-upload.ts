import { type AnswerOf, type deploymentCalls, deploymentLimits } from '@millrace/contract'
import { createDeployment } from '../../operations/deployments/create-deployment.ts'
import type { OperationContext } from '../../operations/operation-context.ts'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal, type RefusalDetail, refuse } from '../../platform/errors/refusal.ts'
import type { Upload, UploadedFile } from '../../platform/http/read-upload.ts'
import { sizeOf } from '../../platform/uploads/content.ts'
import { readDeployment } from './get-deployment.ts'
import { presentProblem } from './list-needs.ts'

/** Deploys uploaded files together: all of them or none. */
export async function deployUpload(
  context: OperationContext,
  request: Request,
  { fields, files }: Upload,
): Promise<AnswerOf<typeof deploymentCalls.deploy> | Refusal> {
  if (files.length === 0)
    return refuse('deployment.empty', `Expected at least one file ending in ${listExtensions()}, but there is none.`)
  const faults = files.flatMap((file, index) => findFaults(file, files.slice(0, index)))
  if (faults.length > 0) return refuseFiles(faults)
  const name = (fields.get('name') ?? '').trim().slice(0, deploymentLimits.name) || (files[0]?.name ?? null)
  const made = await createDeployment(context, request, {
    name,
    source: 'millrace',
    tenantId: null,
    files: files.map(({ name, content }) => ({ name, content })),
  })
  if (made instanceof Refusal) return made
  const warnings = made.isNew ? made.warnings : []
  const deployment = await context.db.read(request, (tx) => readDeployment(tx, request.workplaceId, made.id))
  return {
    deployment,
    warnings: warnings.map(presentProblem),
  }
}

function findFaults({ name, content }: UploadedFile, before: readonly UploadedFile[]): RefusalDetail[] {
  if (!deploymentLimits.extensions.some((extension) => name.toLowerCase().endsWith(extension))) {
    return [
      {
        where: name,
        code: 'deployment.file-type',
        message: `Expected a file ending in ${listExtensions()}, but found “${name}”.`,
      },
    ]
  }
  if (name.length > deploymentLimits.name || /\p{Cc}/u.test(name)) {
    return [
      {
        where: name.slice(0, deploymentLimits.name),
        code: 'deployment.file-name',
        message: `Expected a file name of up to ${deploymentLimits.name} visible characters. Rename the file.`,
      },
    ]
  }
  if (before.some((other) => other.name === name))
    return [
      {
        where: name,
        code: 'deployment.file-twice',
        message: `Expected unique file names, but “${name}” exists twice. Rename one of the files.`,
      },
    ]
  return sizeOf(content) === 0
    ? [{ where: name, code: 'deployment.file-empty', message: `Expected a model in “${name}”, but the file is empty.` }]
    : []
}

function refuseFiles(details: readonly RefusalDetail[]) {
  const [first] = details
  return refuse(
    'deployment.invalid',
    `Expected files that can be deployed, but there ${details.length === 1 ? 'is one fault' : `are ${details.length} faults`}. Nothing was deployed. ${first?.message ?? ''}`,
    details,
  )
}

function listExtensions(): string {
  return deploymentLimits.extensions.join(', ')
}

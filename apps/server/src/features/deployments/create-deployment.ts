import { type AnswerOf, type deploymentCalls, deploymentLimits } from '@millrace/contract'
import type { User } from '../../platform/auth/user.ts'
import { type RefusalDetail, refuse } from '../../platform/errors/refusal.ts'
import type { Upload, UploadedFile } from '../../platform/http/read-upload.ts'
import { actorOf } from '../../runtime/actor.ts'
import { deploy } from '../../runtime/deploy/deploy.ts'
import type { FileProblem } from '../../runtime/deploy/read-files.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { readDeployment } from './get-deployment.ts'

/** Deploys uploaded files together: all of them or none. */
export async function createDeployment(
  runtime: Runtime,
  user: User,
  { fields, files }: Upload,
): Promise<AnswerOf<typeof deploymentCalls.deploy>> {
  const { workplaceId } = user
  if (files.length === 0)
    throw refuse('deployment.empty', `Expected at least one file ending in ${listExtensions()}, but there is none.`)
  const faults = files.flatMap((file, index) => findFaults(file, files.slice(0, index)))
  if (faults.length > 0) throw refuseFiles(faults)
  const name = (fields.get('name') ?? '').trim().slice(0, deploymentLimits.name) || (files[0]?.name ?? null)
  const answer = await deploy(runtime, actorOf(user), { name, source: 'millrace', tenantId: null, files })
  if (!answer.ok) throw refuseFiles(answer.problems.map(presentProblem))
  const { id, warnings } = answer.deployed
  const deployment = await runtime.db.read(user, (tx) => readDeployment(tx, workplaceId, id))
  return {
    deployment,
    warnings: warnings.map(({ file, elementId, code, message }) => ({ fileName: file, elementId, code, message })),
  }
}

function findFaults({ name, bytes }: UploadedFile, before: readonly UploadedFile[]): RefusalDetail[] {
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
        message: `Expected each file name once, but “${name}” is there twice. Rename one of them.`,
      },
    ]
  return bytes.length === 0
    ? [{ where: name, code: 'deployment.file-empty', message: `Expected a model in “${name}”, but the file is empty.` }]
    : []
}

function presentProblem({ file, elementId, code, message, line, column }: FileProblem): RefusalDetail {
  const place =
    elementId === null && line !== undefined ? ` (line ${line}${column === undefined ? '' : `, column ${column}`})` : ''
  return { where: elementId === null ? file : `${file}#${elementId}`, code, message: `${message}${place}` }
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

import { sql } from 'kysely'
import {
  createDeployment as createOne,
  DeploymentRefusal,
  type NewDeployment,
} from '../../operations/deployments/create-deployment.ts'
import type { Part } from '../../platform/http/read-parts.ts'
import type { DeployRequest } from '../../runtime/deploy/deployed.ts'
import type { FileProblem } from '../../runtime/deploy/read-files.ts'
import { decisionQuery, requirementsQuery } from '../decision-definition/decision-query.ts'
import type { Call } from '../http/call.ts'
import { fieldOf } from '../http/field-of.ts'
import { orThrow } from '../http/present-refusal.ts'
import { invalid, RestRefusal } from '../http/rest-refusal.ts'
import { definitionQuery } from '../process-definition/definition-query.ts'
import { findRow, type ListQuery, noParameters, runSql, selectRows } from '../query/list-query.ts'
import { readDate } from '../query/read-parameter.ts'
import { deploymentQuery } from './deployment-query.ts'

const reserved = new Set([
  'deployment-name',
  'deployment-source',
  'enable-duplicate-filtering',
  'deploy-changed-only',
  'tenant-id',
  'deployment-activation-time',
])

/** `POST /deployment/create`: deploys the files of a multipart form together or not at all. */
export async function createDeployment(call: Call): Promise<unknown> {
  const { parts } = call
  const files = parts.filter(({ name }) => !reserved.has(name)).map(readFile)
  if (files.length === 0) throw invalid('No deployment resources contained in the form upload.')
  const field = (name: string) => nonEmpty(fieldOf(parts, name))
  return deployAndPresent(call, {
    name: field('deployment-name'),
    source: field('deployment-source'),
    tenantId: field('tenant-id'),
    files: latestOfEachName(files),
    skips: readSkips(field),
    activatesAt: readActivation(field('deployment-activation-time')),
  })
}

/** From when on what is deployed is active. */
function readActivation(text: string | null): string | null {
  if (text === null) return null
  return readDate(text, { name: 'deployment-activation-time', origin: 'body' })?.toISOString() ?? null
}

function readSkips(field: (name: string) => string | null): NewDeployment['skips'] {
  if (field('deploy-changed-only') === 'true') return 'same-files'
  return field('enable-duplicate-filtering') === 'true' ? 'same' : 'nothing'
}

export async function deployAndPresent(call: Call, deployment: NewDeployment): Promise<unknown> {
  const outcome = await createOne(call.context, call.request, deployment)
  if (outcome instanceof DeploymentRefusal) throw refuseParsing(outcome.problems)
  const { id, isNew } = orThrow(outcome)
  return presentDeployment(call, id, { withDefinitions: isNew })
}

/** A file that cannot be deployed: Camunda's `ParseException`, with the faults of each file. */
function refuseParsing(problems: readonly FileProblem[]): RestRefusal {
  const files = [...new Set(problems.map(({ file }) => file))]
  const errorsOf = (file: string) =>
    problems.filter((one) => one.file === file && one.severity === 'error').map(presentProblem)
  const details = Object.fromEntries(files.map((file) => [file, { errors: errorsOf(file), warnings: [] }]))
  return new RestRefusal(
    400,
    'ParseException',
    problems.map(({ file, message }) => `${message} | ${file}`).join('\n'),
    0,
    details,
  )
}

function presentProblem({ message, line, column, elementId }: FileProblem): unknown {
  return {
    message,
    line: line ?? 0,
    column: column ?? 0,
    mainElementId: elementId,
    elementIds: elementId === null ? [] : [elementId],
  }
}

async function presentDeployment(
  call: Call,
  id: string,
  { withDefinitions }: { withDefinitions: boolean },
): Promise<unknown> {
  const { workplaceId } = call.actor
  return call.runtime.db.read(call.actor, async (tx) => {
    const deployment = await findRow(tx, deploymentQuery, call.request, sql`p.id = ${id}::uuid`)
    const byId = async <Row extends { id: string }>(query: ListQuery<Row>) => {
      const rows = withDefinitions
        ? await selectRows(tx, query, { ...noParameters(workplaceId), parameters: { deploymentId: id } })
        : []
      return rows.length === 0 ? null : Object.fromEntries(rows.map((row) => [row.id, row]))
    }
    return {
      ...deployment,
      links: [{ method: 'GET', href: `${call.base}/deployment/${id}`, rel: 'self' }],
      deployedProcessDefinitions: await byId(definitionQuery),
      deployedCaseDefinitions: null,
      deployedDecisionDefinitions: await byId(decisionQuery),
      deployedDecisionRequirementsDefinitions: await byId(requirementsQuery),
    }
  })
}

/** Returns files of an existing deployment, to deploy them again. */
export async function readResources(
  call: Call,
  deploymentId: string,
): Promise<{ id: string; name: string; bytes: Uint8Array }[]> {
  const { workplaceId } = call.actor
  return call.runtime.db.read(call.actor, (tx) =>
    runSql(
      tx,
      sql`select id, name, bytes from deployment_resource where workplace_id = ${workplaceId}::uuid and deployment_id = ${deploymentId}::uuid order by name`,
    ),
  )
}

function readFile({ name, fileName, content }: Part): DeployRequest['files'][number] {
  if (fileName === null || fileName === '')
    throw invalid(`No file name found in the deployment resource described by form parameter '${name}'.`)
  return { name: fileName, content }
}

/** A name that comes twice means its last file. */
function latestOfEachName(files: DeployRequest['files']): DeployRequest['files'] {
  return [...new Map(files.map((file) => [file.name, file])).values()]
}

function nonEmpty(text: string | null): string | null {
  return text === null || text === '' ? null : text
}

import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { type DeployExtras, deploy } from '../../runtime/deploy/deploy.ts'
import type { Deployed } from '../../runtime/deploy/deployed.ts'
import type { FileProblem, ReadFiles } from '../../runtime/deploy/read-files.ts'
import { fileOfForm } from '../../runtime/forms/form-source.ts'
import { DeploymentRefusal } from '../deployments/create-deployment.ts'
import type { OperationContext } from '../operation-context.ts'
import { logDeployment } from '../operation-log/log-deployment.ts'
import { noSuch } from '../records/find-record.ts'
import { refuseDisabled } from '../records/load-record.ts'
import { type ApplicationRow, applicationRecord, findApplication } from './application.ts'
import { closeGone, type Gone, listGone } from './gone.ts'
import { refuseKeysOfOperators } from './keys-of-operators.ts'
import type { ApplicationPart, PartWithDesign } from './parts.ts'

export interface PartsDeployment {
  readonly application: ApplicationRow
  readonly parts: readonly PartWithDesign[]
  readonly note: string | null
  /** The version whose content is deployed again; null when the current designs are deployed. */
  readonly restoredFrom: number | null
  /** The reason to deploy although test cases fail; null when none fails. */
  readonly override: { readonly reason: string; readonly failedTests: readonly string[] } | null
  /** The models of these parts, if they were read already by `filesOf`. */
  readonly known?: ReadFiles
}

export interface ApplicationDeployed {
  readonly version: number
  readonly deploymentId: string
  readonly warnings: readonly FileProblem[]
}

/** The `source` of deployments that the product itself created. */
const source = 'application'

/**
 * Deploys parts of an application together and makes them its next version: completely or not at all. The caller has
 * read the application for the user, who may deploy it. Users then find each process in its own category, else in the
 * category of the application.
 */
export async function deployTogether(
  { runtime, clock }: OperationContext,
  request: Request,
  { application, parts, note, restoredFrom, override, known }: PartsDeployment,
): Promise<ApplicationDeployed | Refusal> {
  const { user } = request
  if (!parts.some(({ kind }) => kind === 'process'))
    return refuse(
      'application.empty',
      `Expected an enabled process in “${application.name}”, but there is none. Nothing was deployed.`,
    )
  const { workplaceId } = user
  let version = 0
  let gone: Gone = { processes: [], decisions: [] }
  const deployment = { name: application.name, source, tenantId: null, files: filesOf(parts) }
  const extras: DeployExtras = {
    refuse: async (tx, next) => {
      const refusal =
        (await lockInUse(tx, workplaceId, application.id)) ?? (await refuseKeysOfOperators(tx, user, next))
      if (refusal !== null) return refusal
      gone = await listGone(tx, user, { applicationId: application.id, next })
      const [rows] = await tx.batch([
        {
          name: 'application_version_next',
          text: 'select coalesce(max(version), 0) + 1 from application_version where workplace_id = $1 and application_id = $2',
          values: [workplaceId, application.id],
        },
      ])
      version = Number(rows?.[0]?.[0])
      return null
    },
    list: (deployed) => [
      ...versionStatements(user, { application, parts, note, restoredFrom, override, version, deployed }),
      ...placeStatements(user, { application, parts, at: deployed.deployedAt }),
      logDeployment({ runtime, clock }, request, { id: deployed.id, skips: 'nothing' }),
    ],
    end: (unit) => closeGone(unit, runtime, user, { applicationId: application.id, gone }),
  }
  const answer = await deploy(runtime, actorOf(request), deployment, extras, known)
  if (!answer.ok) return answer.refusal ?? new DeploymentRefusal(answer.problems)
  const { id: deploymentId, warnings } = answer.deployed
  return { version, deploymentId, warnings }
}

/** Returns the files of the deployment: each part by its key. */
export function filesOf(parts: readonly PartWithDesign[]) {
  return parts.map((part) => ({ name: fileNameOf(part), bytes: Buffer.from(part.text) }))
}

export function fileNameOf({ kind, key }: Pick<ApplicationPart, 'kind' | 'key'>): string {
  if (kind === 'form') return fileOfForm(key) ?? `${key}.form`
  return `${key}.${kind === 'process' ? 'bpmn' : 'dmn'}`
}

/** Lets nobody else deploy or disable the application. Refuses where it was disabled or removed since it was read. */
async function lockInUse(tx: Tx, workplaceId: string, id: string): Promise<Refusal | null> {
  const row = await findApplication(tx, workplaceId, id, { lock: true })
  return row === null ? noSuch(applicationRecord) : refuseDisabled(applicationRecord, row)
}

interface NewVersion extends PartsDeployment {
  readonly version: number
  readonly deployed: Deployed
}

function versionStatements(
  { workplaceId, username }: Person,
  { application, parts, note, restoredFrom, override, version, deployed }: NewVersion,
): Statement[] {
  const list = (get: (part: ApplicationPart) => string | number) => parts.map(get)
  return [
    {
      name: 'application_version_add',
      text: `insert into application_version (workplace_id, application_id, version, deployment_id, note, restored_from, deployed_at, deployed_by, override_reason, failed_tests)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      values: [
        workplaceId,
        application.id,
        version,
        deployed.id,
        note,
        restoredFrom,
        deployed.deployedAt,
        username,
        override?.reason ?? null,
        override?.failedTests.join('\n') ?? null,
      ],
    },
    {
      name: 'application_version_parts_add',
      text: `insert into application_version_part (workplace_id, application_id, version, kind, part_id, name, key, part_version)
        select $1, $2, $3, * from unnest($4::text[], $5::uuid[], $6::text[], $7::text[], $8::int[])`,
      values: [
        workplaceId,
        application.id,
        version,
        list((part) => part.kind),
        list((part) => part.id),
        list((part) => part.name),
        list((part) => part.key),
        list((part) => part.version),
      ],
    },
  ]
}

interface Placing {
  readonly application: ApplicationRow
  readonly parts: readonly ApplicationPart[]
  readonly at: string
}

/** Returns the statements that store the categories and icons of the deployed processes. */
function placeStatements({ workplaceId, username }: Person, { application, parts, at }: Placing): Statement[] {
  const ids = parts.flatMap(({ kind, id }) => (kind === 'process' ? [id] : []))
  const keys = parts.flatMap(({ kind, key }) => (kind === 'process' ? [key] : []))
  return [
    {
      name: 'application_places_gone',
      text: `delete from process_category c using unnest($2::uuid[], $3::text[]) part (id, key), app_process p
        where c.workplace_id = $1 and c.process_key = part.key and p.workplace_id = $1 and p.id = part.id
        and c.category_id is distinct from coalesce(p.category_id, $4::uuid)
        and not (c.is_from_model and coalesce(p.category_id, $4::uuid) is null)`,
      values: [workplaceId, ids, keys, application.category_id],
    },
    {
      name: 'application_places',
      text: `insert into process_category (workplace_id, process_key, category_id)
        select $1, part.key, coalesce(p.category_id, $4::uuid) from unnest($2::uuid[], $3::text[]) part (id, key)
        join app_process p on p.workplace_id = $1 and p.id = part.id where coalesce(p.category_id, $4::uuid) is not null
        on conflict do nothing`,
      values: [workplaceId, ids, keys, application.category_id],
    },
    // What an operator has chosen since stays: it was set at another moment than a version was deployed.
    {
      name: 'application_icons_gone',
      text: `delete from process_icon i using unnest($2::uuid[], $3::text[]) part (id, key), app_process p
        where i.workplace_id = $1 and i.process_key = part.key and p.workplace_id = $1 and p.id = part.id and p.icon is null
        and exists (select from application_version v where v.workplace_id = $1 and v.application_id = $4 and v.deployed_at = i.changed_at)`,
      values: [workplaceId, ids, keys, application.id],
    },
    {
      name: 'application_icons',
      text: `insert into process_icon (workplace_id, process_key, icon, changed_at, changed_by)
        select $1, part.key, p.icon, $4, $5 from unnest($2::uuid[], $3::text[]) part (id, key)
        join app_process p on p.workplace_id = $1 and p.id = part.id where p.icon is not null
        on conflict (workplace_id, process_key) do update set icon = excluded.icon, changed_at = excluded.changed_at, changed_by = excluded.changed_by
          where process_icon.icon <> excluded.icon`,
      values: [workplaceId, ids, keys, at, username],
    },
  ]
}

import type { Refusal } from '../../platform/errors/refusal.ts'
import { deploy, readModels } from '../../runtime/deploy/deploy.ts'
import type { FileProblem } from '../../runtime/deploy/read-files.ts'
import { isOfOtherTenant } from './is-of-other-tenant.ts'
import type { Moving } from './moving.ts'
import { readBytes } from './source/read-hierarchies.ts'

interface DeploymentRow {
  readonly id_: string
  readonly name_: string | null
  readonly deploy_time_: string
  readonly source_?: string | null
  readonly tenant_id_: string | null
}

interface DefinitionRow {
  readonly id_: string
  readonly key_: string
  readonly version_: number
  readonly deployment_id_: string
  readonly suspension_state_?: number | null
}

interface ResourceRow {
  readonly id_: string
  readonly name_: string | null
  readonly deployment_id_: string | null
}

/** Moves deployments with all their files, oldest first, so that each version follows the one before it. */
export async function moveDeployments(moving: Moving): Promise<void> {
  const { source, ledger, report } = moving
  const deployments = (await source.select<DeploymentRow>('act_re_deployment')).toSorted(
    (a, b) => compare(a.deploy_time_, b.deploy_time_) || compare(a.id_, b.id_),
  )
  const processes = await source.select<DefinitionRow>('act_re_procdef')
  const decisions = await source.select<DefinitionRow>('act_re_decision_def')
  const graphs = await source.select<DefinitionRow>('act_re_decision_req_def')
  const definitions = {
    process: byDeployment(processes),
    decision: byDeployment(decisions),
    requirements: byDeployment(graphs),
  }
  const others = new Set(
    deployments.filter(({ tenant_id_ }) => isOfOtherTenant(moving, tenant_id_)).map(({ id_ }) => id_),
  )
  const known = await ledger.find(
    'deployment',
    deployments.map(({ id_ }) => id_),
  )
  for (const { key_, deployment_id_ } of processes)
    if (!others.has(deployment_id_) && isWanted(moving, deployment_id_, definitions))
      report.add('process definitions', key_, 'source')
  for (const row of deployments) {
    if (moving.isStopped()) return
    if (isOfOtherTenant(moving, row.tenant_id_) || !isWanted(moving, row.id_, definitions)) continue
    report.add('deployments', null, 'source')
    const own = definitions.process.get(row.id_) ?? []
    const when = known.get(row.id_)
    if (when !== undefined) {
      report.add('deployments', null, when)
      for (const { key_ } of own) report.add('process definitions', key_, when)
      continue
    }
    const moved = await moveDeployment(moving, row, definitions)
    report.add('deployments', null, moved ? 'moved' : 'left')
    for (const { key_ } of own) report.add('process definitions', key_, moved ? 'moved' : 'left')
  }
}

type Definitions = Readonly<
  Record<'process' | 'decision' | 'requirements', ReadonlyMap<string, readonly DefinitionRow[]>>
>

function byDeployment(rows: readonly DefinitionRow[]): Map<string, DefinitionRow[]> {
  return Map.groupBy(rows, ({ deployment_id_ }) => deployment_id_)
}

/** A deployment without any of the processes comes only when all do. */
function isWanted({ keys }: Moving, id: string, { process }: Definitions): boolean {
  return keys === null || (process.get(id) ?? []).some(({ key_ }) => keys.has(key_))
}

async function moveDeployment(moving: Moving, row: DeploymentRow, definitions: Definitions): Promise<boolean> {
  const { runtime, actor, source, ids, ledger, report } = moving
  const resources = await source.select<ResourceRow>(
    'act_ge_bytearray',
    'deployment_id_ = $1 order by name_',
    [row.id_],
    ['id_', 'name_', 'deployment_id_'],
  )
  const bytes = await readBytes(
    source,
    resources.map(({ id_ }) => id_),
  )
  const files = resources.map(({ id_, name_ }) => ({ name: name_ ?? id_, bytes: new Uint8Array(bytes.get(id_) ?? []) }))
  if (moving.isDryRun) {
    const { problems } = await readModels(runtime, actor, files)
    const errors = problems.filter(({ severity }) => severity === 'error')
    if (errors.length > 0) leaveDeployment(moving, row, { problems: errors })
    return errors.length === 0
  }
  const own = definitions.process.get(row.id_) ?? []
  const suspended = own.filter(({ suspension_state_ }) => suspension_state_ === 2).map(({ id_ }) => ids.of(id_))
  const { workplaceId } = actor
  const answer = await deploy(
    runtime,
    actor,
    {
      name: row.name_,
      source: row.source_ ?? null,
      tenantId: row.tenant_id_,
      files,
      identities: {
        id: ids.of(row.id_),
        deployedAt: row.deploy_time_,
        find: (kind, key) => {
          const found = definitions[kind].get(row.id_)?.find(({ key_ }) => key_ === key)
          // A process that is not executable is deployed here alone, under the next version.
          return found === undefined
            ? { id: ids.of(`${kind} ${row.id_} ${key}`), version: 0 }
            : { id: ids.of(found.id_), version: found.version_ }
        },
      },
    },
    {
      refuse: async () => null,
      list: () => [
        ledger.mark('deployment', row.id_),
        ...(suspended.length === 0
          ? []
          : [
              {
                name: 'process_definition_suspend_moved',
                text: 'update process_definition set is_suspended = true where workplace_id = $1 and id = any($2::uuid[])',
                values: [workplaceId, suspended],
              },
            ]),
      ],
      end: async () => null,
    },
  )
  if (!answer.ok) {
    leaveDeployment(moving, row, answer)
    return false
  }
  for (const { model, version } of answer.deployed.processes) {
    const wanted = own.find(({ key_ }) => key_ === model.id)?.version_
    if (wanted !== undefined && wanted !== version)
      report.note({
        code: 'version-renumbered',
        table: 'ACT_RE_PROCDEF',
        id: model.id,
        message: `Version ${wanted} of ${model.id} is version ${version} here, because that number was taken.`,
      })
  }
  return true
}

interface Refused {
  readonly problems: readonly FileProblem[]
  readonly refusal?: Refusal
}

function leaveDeployment({ report }: Moving, { id_, name_ }: DeploymentRow, { problems, refusal }: Refused): void {
  const [first] = problems
  report.leave({
    code: `deployment-refused:${first?.code ?? refusal?.code ?? 'unknown'}`,
    table: 'ACT_RE_DEPLOYMENT',
    id: id_,
    message: `The deployment ${name_ ?? id_} stays: ${first === undefined ? refusal?.message : `${first.file}: ${first.message}`}`,
  })
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { Deployed } from '../../runtime/deploy/deployed.ts'
import { refuseDeployment } from '../deployments/policy.ts'

/**
 * Checks that a deployment replaces no process or decision that was last deployed from files, unless the user may
 * deploy files. A key that an application has taken over belongs to it from then on. Returns null if so, otherwise a
 * refusal.
 */
export async function refuseKeysOfOperators(
  tx: Tx,
  user: Person,
  { processes, decisions }: Deployed,
): Promise<Refusal | null> {
  if (refuseDeployment(user, 'create') === null) return null
  const all = [
    ...processes.map(({ model, resourceName }) => ({ key: model.id, file: resourceName })),
    ...decisions.map(({ key, resourceName }) => ({ key, file: resourceName })),
  ]
  const [foreign = [], foreignDecisions = []] = await tx.batch([
    lastFromFiles(
      'process_definition',
      user,
      processes.map(({ model }) => model.id),
    ),
    lastFromFiles(
      'decision_definition',
      user,
      decisions.map(({ key }) => key),
    ),
  ])
  const keys = [...foreign, ...foreignDecisions].map(([key]) => key ?? '')
  if (keys.length === 0) return null
  return refuse(
    'application.key-deployed',
    `Expected keys that an application has deployed last, but ${keys.map((key) => `“${key}”`).join(', ')} came from files. Nothing was deployed.`,
    keys.map((key) => ({
      where: all.find((one) => one.key === key)?.file ?? key,
      message: `Expected a key that an application has deployed last, but “${key}” came from files.`,
    })),
  )
}

/** Returns the keys whose newest version was deployed from files, not by an application. */
function lastFromFiles(
  table: 'process_definition' | 'decision_definition',
  { workplaceId }: Person,
  keys: readonly string[],
) {
  return {
    name: `${table}_last_from_files`,
    text: `select asked.key from unnest($2::text[]) asked (key)
      cross join lateral (select d.deployment_id from ${table} d
        where d.workplace_id = $1 and d.key = asked.key and coalesce(d.tenant_id, '') = '' order by d.version desc limit 1) newest
      where not exists (select from application_version v where v.workplace_id = $1 and v.deployment_id = newest.deployment_id)
      order by asked.key`,
    values: [workplaceId, keys],
  }
}

import { connectionSettings, listenerSettings, type PackageSetUp } from '@millrace/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import { environmentOf } from '../../runtime/look-ups/environment.ts'
import { listOtherSecrets, takesSecret } from '../external-systems/check-connection.ts'
import { kindOf } from './find-items.ts'
import type { Missing } from './missing.ts'
import type { PackageItem } from './package-kind.ts'
import type { PlannedItem } from './plan.ts'

/** The environment of a workplace. */
export interface KnownEnvironment {
  /** Empty: none. */
  readonly name: string
  /** Keys in lower case of the connections that have values for it. */
  readonly connections: ReadonlySet<string>
  /** Keys in lower case of the global properties that have a value for it. */
  readonly properties: ReadonlySet<string>
}

export async function readEnvironment(tx: Tx, workplaceId: string): Promise<KnownEnvironment> {
  const [here] = await runSql<{ name: string | null }>(tx, sql`select ${environmentOf(workplaceId)} as name`)
  const name = here?.name ?? ''
  if (name === '') return { name, connections: new Set(), properties: new Set() }
  const rows = await runSql<{ key: string }>(
    tx,
    sql`select lower(s.name || '/' || c.name) as key from external_connection v
      join external_connection c on c.workplace_id = v.workplace_id and c.id = v.stands_for
      join external_system s on s.workplace_id = c.workplace_id and s.id = c.system_id
      where v.workplace_id = ${workplaceId} and lower(v.environment) = lower(${name})`,
  )
  const properties = await runSql<{ key: string }>(
    tx,
    sql`select lower(p.key) as key from global_property p cross join lateral jsonb_object_keys(p.environment_values || p.environment_sealed) as e (name)
      where p.workplace_id = ${workplaceId} and lower(e.name) = lower(${name})`,
  )
  const keysOf = (found: readonly { readonly key: string }[]) => new Set(found.map(({ key }) => key))
  return { name, connections: keysOf(rows), properties: keysOf(properties) }
}

/** Lists the steps that an administrator has to take after an import, such as entering secrets. */
export function listSetUp(
  planned: readonly Pick<PlannedItem, 'item' | 'existing' | 'result'>[],
  missing: Missing,
  environment: KnownEnvironment,
): Omit<PackageSetUp, 'id'>[] {
  const written = planned.filter(({ result }) => result !== 'same' && result !== 'refused')
  const secrets = written.flatMap(({ item, existing }) => {
    const message = secretMessage(item, existing?.content ?? null)
    return message === null ? [] : [entry(item, message)]
  })
  const unset = written
    .filter(({ item }) => environment.name !== '' && isUnset(item, environment))
    .map(({ item }) =>
      entry(
        item,
        `Add the values for the environment “${environment.name}”. Until then, the values of the package are used.`,
      ),
    )
  const absent = missing.items.map(({ kind, key, usedBy }) => ({
    kind,
    key,
    name: key,
    message: `Create ${kindOf(kind).one} with this ${namedBy[kind] ?? 'key'}: ${usedBy.slice(0, 3).join(', ')} ${usedBy.length === 1 ? 'uses' : 'use'} it.`,
  }))
  const deployed = written
    .filter(({ item }) => item.kind === 'process' || item.kind === 'decision' || item.kind === 'form')
    .map(({ item }) => ('application' in item.content ? String(item.content.application) : ''))
  const applications = [...new Set(deployed)].map((key) => {
    const item = planned.find((one) => one.item.kind === 'application' && one.item.key === key)?.item
    return {
      kind: 'application' as const,
      key,
      name: item?.name ?? key,
      message: 'Deploy the application: an import deploys nothing.',
    }
  })
  return [...secrets, ...unset, ...absent, ...applications]
}

/** Whether a connection or global property needs other values in an environment, and has none. */
function isUnset({ kind, key, content }: PackageItem, { connections, properties }: KnownEnvironment): boolean {
  if (kind === 'connection') return !connections.has(key.toLowerCase())
  const isPerEnvironment = 'isPerEnvironment' in content && content.isPerEnvironment === true
  return kind === 'globalProperty' && isPerEnvironment && !properties.has(key.toLowerCase())
}

const namedBy: Readonly<Partial<Record<PackageItem['kind'], string>>> = {
  emailTemplate: 'name',
  category: 'name',
  externalSystem: 'name',
  connection: 'name',
  externalApi: 'name',
  listener: 'name',
}

/** Secrets are never in a package. */
function secretMessage({ kind, content }: PackageItem, here: object | null): string | null {
  if (kind === 'globalProperty') {
    const isNew = here === null && 'isSecret' in content && content.isSecret === true
    return isNew ? 'Enter the secret value.' : null
  }
  if (kind === 'listener' && 'settings' in content) return listenerMessage(content.settings, here !== null)
  if (kind === 'feed') return here === null ? 'Preview its changes, then save the feed to start its schedule.' : null
  if (kind !== 'connection' || !('settings' in content)) return null
  const settings = connectionSettings.parse(content.settings)
  const isOnServer =
    (settings.kind === 'file' && settings.place === 'local') ||
    (settings.kind === 'database' && settings.vendor === 'sqlite')
  if (isOnServer) return 'Check that the server may read the folder, and test the connection.'
  if (!takesSecret(settings) && listOtherSecrets(settings).length === 0) return null
  return here === null ? 'Enter the secret, and test the connection.' : 'Check the secret, and test the connection.'
}

function listenerMessage(given: unknown, isHere: boolean): string | null {
  if (isHere) return null
  return listenerSettings.parse(given).kind === 'webhook'
    ? 'Restore the webhook, and create its address and secret. Then enter them at the sender.'
    : 'Test its connection, then restore the listener.'
}

function entry({ kind, key, name }: PackageItem, message: string): Omit<PackageSetUp, 'id'> {
  return { kind, key, name, message }
}

import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'

/** The part of an audit entry that identifies its entity. */
export interface Named {
  readonly entity: string
  readonly key: string
  readonly label: string | null
}

/**
 * Entities without a name that belong to one with a name: its kind, and the part of the key that is its id. The rest of
 * the key is shown as well, such as a version.
 */
const owners: Readonly<Record<string, readonly [entity: string, part: number]>> = {
  'app-decision-version': ['app-decision', 0],
  'app-process-version': ['app-process', 0],
  'application-version': ['application', 0],
  'data-list-version': ['data-list', 0],
  'form-version': ['form', 0],
  'group-member': ['group', 0],
  'sso-identity': ['user', 0],
  'tenant-member': ['tenant', 0],
  'user-profile': ['user', 0],
  'user-role': ['user', 0],
}

/** Kinds whose key is what people call them. */
const keyed = new Set(['java-binding', 'business-calendar', 'process-icon', 'role-dashboard', 'setting', 'workplace'])

/**
 * Returns the names of the entities of audit entries, in the same order; null for an entity without a name. If an entry
 * has no name, the name comes from the last change of its owner, even if the owner was deleted.
 */
export async function findNames(
  tx: Tx,
  workplaceId: string,
  entries: readonly Named[],
): Promise<readonly (string | null)[]> {
  const wanted = entries.flatMap((entry) =>
    entry.label === null ? [ownerOf(entry)].filter((one) => one !== null) : [],
  )
  const known = wanted.length === 0 ? new Map<string, string>() : await selectLabels(tx, workplaceId, wanted)
  return entries.map((entry) => {
    if (entry.label !== null) return entry.label
    if (keyed.has(entry.entity)) return entry.key
    const owner = ownerOf(entry)
    const name = owner === null ? undefined : known.get(markOf(owner))
    if (owner === null || name === undefined) return null
    return owner.rest === '' ? name : `${name}, ${owner.rest}`
  })
}

interface Owner {
  readonly entity: string
  readonly key: string
  /** The rest of the key where people can read it: a version, a role. */
  readonly rest: string
}

function ownerOf({ entity, key }: Named): Owner | null {
  const owner = Object.hasOwn(owners, entity) ? owners[entity] : undefined
  if (owner === undefined) return null
  const [kind, part] = owner
  const parts = key.split('/').map(decode)
  const rest = parts.filter((text, index) => index !== part && !uuid.test(text)).join(', ')
  return { entity: kind, key: parts[part] ?? '', rest }
}

/** Decodes a part of an audit key, as `millrace_audit_key` encodes it. */
function decode(part: string): string {
  return part.replaceAll('%2F', '/').replaceAll('%25', '%')
}

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/

async function selectLabels(tx: Tx, workplaceId: string, wanted: readonly Owner[]): Promise<Map<string, string>> {
  const pairs = [...new Map(wanted.map((owner) => [markOf(owner), owner])).values()]
  const rows = await runSql<{ entity: string; key: string; label: string | null }>(
    tx,
    sql`select w.entity, w.key, e.label
      from unnest(${pairs.map(({ entity }) => entity)}::text[], ${pairs.map(({ key }) => key)}::text[]) w (entity, key)
      cross join lateral (select label from audit_entry e
        where e.workplace_id = ${workplaceId} and e.entity = w.entity and e.key = w.key
        order by e.revision desc, e.id desc limit 1) e`,
  )
  return new Map(rows.flatMap((row) => (row.label === null ? [] : [[markOf(row), row.label] as const])))
}

function markOf({ entity, key }: { readonly entity: string; readonly key: string }): string {
  return `${entity} ${key}`
}

import type { Globals } from '@millrace/engine'
import type { Tx } from '../../platform/db/database.ts'

/**
 * Reads the global properties that expressions see as `globals`, by key. Secrets are replaced by marks, so that no run,
 * variable, job or history contains them: `openSecrets` inserts them into the outgoing request.
 */
export async function readGlobals(tx: Tx, workplaceId: string): Promise<Globals> {
  const [rows] = await tx.batch([
    {
      name: 'global_properties_read',
      text: `select key, case when is_per_environment then coalesce(${valueHere('environment_values')}, value) else value end, handle
        from global_property where workplace_id = $1`,
      values: [workplaceId],
    },
  ])
  return Object.fromEntries(
    (rows ?? []).map(([key, value, handle]) => [
      key,
      value === null ? markOf(handle as string) : JSON.parse(value as string),
    ]),
  )
}

/**
 * Returns the SQL expression of the value that a global property has in the environment of the workplace `$1`; null
 * when it has none for that environment. Environment names that PostgreSQL distinguishes can be equal in this product,
 * such as “İzmir” and “izmir”: a name with identical spelling takes precedence.
 *
 * @param column the column with the values by environment.
 */
export function valueHere(column: 'environment_values' | 'environment_sealed'): string {
  return `(select e.value from jsonb_each_text(${column}) e join setting s on s.workplace_id = $1 and s.key = 'environment.name'
    where lower(e.key) = lower(s.value #>> '{}') order by e.key <> (s.value #>> '{}') limit 1)`
}

/**
 * Returns the mark of a secret. It has only letters, digits and underscores, so that it stays unchanged in addresses,
 * headers and JSON. Nobody can forge one, because the handle is random and part of no answer.
 */
export function markOf(handle: string): string {
  return `__secret_${handle.replaceAll('-', '')}__`
}

/** Replaces the marks of secrets by one fixed text, for evaluations that send nothing. */
export function withoutMarks(globals: Globals): Globals {
  return Object.fromEntries(
    Object.entries(globals).map(([key, value]) => [
      key,
      typeof value === 'string' && findHandles(value).length > 0 ? '•••' : value,
    ]),
  )
}

/** Returns the handles in the marks of a text, without hyphens. */
export function findHandles(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(/__secret_([0-9a-f]{32})__/g), ([, handle]) => handle as string))]
}

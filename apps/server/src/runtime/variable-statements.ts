import type { TableChanges, TypedValue, Variable } from '@millrace/engine'
import type { Statement } from '../platform/db/batch.ts'

/** Values longer than this are left out when an instance is loaded and fetched when something reads them. */
export const largeValue = 8192

/** Columns of a variable as `readVariable` expects them: the value is null, and `isLarge` true, when it is long. */
export const variableJson = `json_build_array(id, instance_id, scope_id, name, type,
  case when coalesce(length(value), 0) <= ${largeValue} and bytes is null then value end,
  coalesce(length(value), 0) > ${largeValue} or bytes is not null, info, revision, created_at)`

export function readVariable(values: readonly unknown[]): Variable {
  const [id, instanceId, scopeId, name, type, value, isLarge, info, revision, createdAt] = values as [
    string,
    string,
    string,
    string,
    string,
    string | null,
    boolean,
    Record<string, unknown> | null,
    number,
    string,
  ]
  const typed = isLarge ? null : { type, value: readValue(type, value), info }
  return { id, instanceId, scopeId, name, value: typed, revision, createdAt: new Date(createdAt).toISOString() }
}

/** From the text of the column to the value of the type. */
export function readValue(type: string, text: string | null): TypedValue['value'] {
  if (text === null) return null
  switch (type) {
    case 'Boolean':
      return text === 'true'
    case 'Integer':
    case 'Short':
    case 'Double':
      return Number(text)
    case 'Long': {
      const number = Number(text)
      return Number.isSafeInteger(number) ? number : BigInt(text)
    }
    default:
      return text
  }
}

export function variableStatements(
  place: { workplaceId: string; rootId: string },
  changes: TableChanges<Variable>,
): Statement[] {
  const statements: Statement[] = []
  const { workplaceId, rootId } = place
  if (changes.deleted.length > 0) {
    statements.push({
      name: 'variable_delete',
      text: `delete from variable v using unnest($3::uuid[], $4::text[]) as u (scope_id, name)
        where v.workplace_id = $1 and v.root_id = $2 and v.scope_id = u.scope_id and v.name = u.name`,
      values: [
        workplaceId,
        rootId,
        changes.deleted.map(({ scopeId }) => scopeId),
        changes.deleted.map(({ name }) => name),
      ],
    })
  }
  const written = [...changes.inserted, ...changes.updated].filter(({ value }) => value !== null)
  if (written.length > 0) {
    statements.push({
      name: 'variable_write',
      text: `insert into variable (workplace_id, root_id, scope_id, name, id, instance_id, type, value, number, bytes, info, revision, created_at)
        select $1::uuid, $2::uuid, * from unnest($3::uuid[], $4::text[], $5::uuid[], $6::uuid[], $7::text[], $8::text[], $9::float8[], $10::bytea[], $11::jsonb[], $12::int[], $13::timestamptz[])
        on conflict (workplace_id, root_id, scope_id, name) do update set id = excluded.id, type = excluded.type, value = excluded.value,
          number = excluded.number, bytes = excluded.bytes, info = excluded.info, revision = excluded.revision`,
      values: [
        workplaceId,
        rootId,
        written.map(({ scopeId }) => scopeId),
        written.map(({ name }) => name),
        written.map(({ id }) => id),
        written.map(({ instanceId }) => instanceId),
        ...valueColumns(written),
        written.map(({ revision }) => revision),
        written.map(({ createdAt }) => createdAt),
      ],
    })
  }
  return statements
}

/** type, value, number, bytes, info: one array each. */
function valueColumns(rows: readonly Variable[]): unknown[][] {
  const values = rows.map(({ value }) => value as TypedValue)
  return [
    values.map(({ type }) => type),
    values.map(textOf),
    values.map(numberOf),
    values.map(({ value }) => (value instanceof Uint8Array ? bytesLiteral(value) : null)),
    values.map(({ info }) => (info === null ? null : JSON.stringify(info))),
  ]
}

export function textOf({ value }: TypedValue): string | null {
  return value === null || value instanceof Uint8Array ? null : String(value)
}

function numberOf({ type, value }: TypedValue): number | null {
  if (typeof value === 'number') return value
  if (typeof value === 'bigint') return Number(value)
  if (typeof value === 'boolean') return value ? 1 : 0
  return type === 'Date' && typeof value === 'string' ? Date.parse(value) : null
}

export function bytesLiteral(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`
}

import type { TableChanges, TypedValue, Variable } from '@millrace/engine'
import type { Statement } from '../../platform/db/batch.ts'
import { insertRows, type WriteColumn } from './write-rows.ts'

export function variableStatements(
  place: { workplaceId: string; rootId: string },
  { inserted, updated, deleted }: TableChanges<Variable>,
  { isNew = false }: { readonly isNew?: boolean } = {},
): Statement[] {
  const statements: Statement[] = []
  const { workplaceId, rootId } = place
  if (deleted.length > 0) statements.push(deleteStatement(place, deleted))
  const fixed = [
    ['workplace_id', 'uuid', workplaceId],
    ['root_id', 'uuid', rootId],
  ] as const
  const added = isNew ? inserted.filter(isWithValue) : []
  if (added.length > 0) statements.push(...insertRows('variable', fixed, variableColumns, added))
  const written = [...(isNew ? [] : inserted), ...updated].filter(isWithValue)
  if (written.length > 0) statements.push(...insertRows('variable', fixed, variableColumns, written, onConflict))
  return statements
}

export type WithValue = Variable & { readonly value: TypedValue }

/** Returns whether a variable is stored with its value. Transient variables are not, because they end with their run. */
export function isWithValue(variable: Variable): variable is WithValue {
  return variable.value !== null && !isTransient(variable)
}

export function isTransient({ value }: Variable): boolean {
  return value?.info?.transient === true
}

export const variableColumns: readonly WriteColumn<WithValue>[] = [
  { column: 'scope_id', type: 'uuid', value: ({ scopeId }) => scopeId },
  { column: 'name', type: 'text', value: ({ name }) => name },
  { column: 'id', type: 'uuid', value: ({ id }) => id },
  { column: 'instance_id', type: 'uuid', value: ({ instanceId }) => instanceId },
  { column: 'type', type: 'text', value: ({ value }) => value.type },
  { column: 'value', type: 'text', value: ({ value }) => textOf(value) },
  { column: 'number', type: 'float8', value: ({ value }) => numberOf(value) },
  {
    column: 'bytes',
    type: 'bytea',
    value: ({ value: { value } }) => (value instanceof Uint8Array ? bytesLiteral(value) : null),
  },
  { column: 'info', type: 'jsonb', value: ({ value: { info } }) => (info === null ? null : JSON.stringify(info)) },
  { column: 'revision', type: 'int', value: ({ revision }) => revision },
  { column: 'created_at', type: 'timestamptz', value: ({ createdAt }) => createdAt },
]

const onConflict = `on conflict (workplace_id, root_id, scope_id, name) do update set id = excluded.id, type = excluded.type,
  value = excluded.value, number = excluded.number, bytes = excluded.bytes, info = excluded.info, revision = excluded.revision`

function deleteStatement(
  { workplaceId, rootId }: { workplaceId: string; rootId: string },
  deleted: readonly Variable[],
): Statement {
  const [first] = deleted
  if (deleted.length === 1 && first !== undefined) {
    return {
      name: 'variable_delete_1',
      text: 'delete from variable where workplace_id = $1 and root_id = $2 and scope_id = $3 and name = $4',
      values: [workplaceId, rootId, first.scopeId, first.name],
    }
  }
  const scopeIds = new Set(deleted.map(({ scopeId }) => scopeId))
  return {
    name: 'variable_delete_many',
    text: `delete from variable where workplace_id = $1 and root_id = $2 and scope_id = any($3::uuid[]) and (scope_id, name) in (select * from unnest($4::uuid[], $5::text[]))`,
    values: [
      workplaceId,
      rootId,
      [...scopeIds],
      deleted.map(({ scopeId }) => scopeId),
      deleted.map(({ name }) => name),
    ],
  }
}

export function textOf({ value }: TypedValue): string | null {
  return value === null || value instanceof Uint8Array ? null : Object.is(value, -0) ? '-0' : String(value)
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

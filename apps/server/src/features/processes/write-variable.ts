import { type BodyOf, fileVariable, type operatedInstanceCalls } from '@millrace/contract'
import { sql } from 'kysely'
import type { FileContext, OperationContext } from '../../operations/operation-context.ts'
import { readWrittenValue } from '../../operations/variables/read-written-value.ts'
import { setFileVariable } from '../../operations/variables/set-file-variable.ts'
import { setVariables, type VariablePlace } from '../../operations/variables/set-variables.ts'
import type { Request } from '../../platform/auth/request.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { Upload } from '../../platform/http/read-upload.ts'
import { runSql } from '../../platform/list/sql.ts'
import { getVisibleInstance } from './get-instance.ts'

/**
 * Writes a variable into the named scope, or into that of the process. Returns null on success, otherwise a refusal.
 */
export async function writeVariable(
  context: OperationContext,
  request: Request,
  {
    id,
    scopeId,
    name,
    type,
    text,
  }: { readonly id: string } & Required<BodyOf<typeof operatedInstanceCalls.setVariable>>,
): Promise<Refusal | null> {
  const value = readWrittenValue(type, text)
  if (value instanceof Refusal) return value
  const place = await findPlace(context, request, { id, scopeId: scopeId ?? id })
  if (place instanceof Refusal) return place
  return setVariables(context, request, { place, set: [{ name, value }], remove: [], isLocal: true })
}

/**
 * Stores an uploaded file as a variable of the named scope, or of that of the process. Returns null on success,
 * otherwise a refusal.
 */
export async function writeFileVariable(
  context: FileContext,
  request: Request,
  { id, upload: { files, fields } }: { readonly id: string; readonly upload: Upload },
): Promise<Refusal | null> {
  const [file] = files
  if (file === undefined)
    return refuse('request.invalid', 'Expected a part “file” with one file, but there is none. Nothing was changed.')
  const read = fileVariable.safeParse(Object.fromEntries(fields))
  if (!read.success)
    return refuse(
      'request.invalid',
      'Expected valid fields beside the file, but some are not. Nothing was changed.',
      read.error.issues.map(({ path, message }) => ({ where: path.join('.'), message })),
    )
  const { scopeId, name, mimeType, encoding } = read.data
  const place = await findPlace(context, request, { id, scopeId: scopeId || id })
  if (place instanceof Refusal) return place
  return setFileVariable(context, request, {
    ...{ place, name, file },
    ...{ mimeType: mimeType || null, encoding: encoding || null },
  })
}

/** Deletes a variable. Returns null on success, otherwise a refusal. */
export async function removeVariable(
  context: OperationContext,
  request: Request,
  { id, variableId }: { readonly id: string; readonly variableId: string },
): Promise<Refusal | null> {
  const { workplaceId } = request.user
  const found = await context.db.read(request, async (tx) => {
    const { instance } = await getVisibleInstance(tx, request.user, id, 'see-data')
    if (!isUuid(variableId)) return undefined
    const [row] = await runSql<{ name: string; scope_id: string }>(
      tx,
      sql`select name, scope_id from variable where workplace_id = ${workplaceId} and root_id = ${instance.root_id}::uuid and instance_id = ${id}::uuid and id = ${variableId}::uuid`,
    )
    return row
  })
  if (found === undefined) return noSuchVariable()
  const place = await findPlace(context, request, { id, scopeId: found.scope_id })
  if (place instanceof Refusal) return place
  return setVariables(context, request, { place, set: [], remove: [found.name], isLocal: true })
}

/** Finds the scope of a variable: the instance, an element instance or a task. */
async function findPlace(
  { db }: OperationContext,
  request: Request,
  { id, scopeId }: { readonly id: string; readonly scopeId: string },
): Promise<VariablePlace | Refusal> {
  const { workplaceId } = request.user
  return db.read(request, async (tx) => {
    const { instance } = await getVisibleInstance(tx, request.user, id, 'see-data')
    if (instance.ended_at !== null)
      return refuse('instance.over', 'Expected a running instance, but it has ended. Its variables were not changed.')
    if (scopeId === id) return { instanceId: id, scopeId: id, target: { by: 'instance', id } } as const
    if (!isUuid(scopeId)) return noSuchScope()
    const [row] = await runSql<{ by: 'element' | 'task' }>(
      tx,
      sql`select 'element' as by from element where workplace_id = ${workplaceId} and id = ${scopeId}::uuid and instance_id = ${id}::uuid
        union all select 'task' from task where workplace_id = ${workplaceId} and id = ${scopeId}::uuid and instance_id = ${id}::uuid limit 1`,
    )
    return row === undefined ? noSuchScope() : { instanceId: id, scopeId, target: { by: row.by, id: scopeId } }
  })
}

function noSuchScope(): Refusal {
  return refuse(
    'thing.not-found',
    'Expected an open step of the instance, but there is none with this id: it has ended in the meantime. Nothing was changed.',
  )
}

function noSuchVariable(): Refusal {
  return refuse(
    'thing.not-found',
    'Expected a variable of the running instance, but there is none with this id. It may have been deleted.',
  )
}

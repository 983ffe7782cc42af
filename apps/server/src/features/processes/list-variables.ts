import type { AnswerOf, InstanceVariable, processCalls } from '@millrace/contract'
import type { Definition } from '@millrace/engine'
import { findWholeDay } from '@millrace/forms'
import type { Request } from '../../platform/auth/request.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { findReadable } from '../../runtime/definitions/definitions.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { getVisibleInstance } from './get-instance.ts'
import type { InstanceRow } from './instance-queries.ts'
import {
  findVariableText,
  listVariables as selectVariables,
  shownLength,
  type VariableRow,
  type VariablesAsked,
} from './variable-queries.ts'

/** The maximum number of listed variables. */
export const maxVariables = 2_000

/** Lists matching variables in the requested order; with a time, their values at that time. */
export async function listVariables(
  runtime: Runtime,
  request: Request,
  { id, q, sort, at }: { id: string; at?: string | undefined } & Pick<VariablesAsked, 'q' | 'sort'>,
): Promise<AnswerOf<typeof processCalls.variables>> {
  const { workplaceId } = request
  return runtime.db.read(request, async (tx) => {
    const { instance } = await getVisibleInstance(tx, request.user, id, 'see-data')
    const [definition, rows] = await Promise.all([
      findReadable(runtime, tx, workplaceId, { by: 'id', id: instance.definition_id }),
      selectVariables(tx, workplaceId, instance, { q, sort, at: at ?? null, limit: maxVariables + 1 }),
    ])
    const items = rows.slice(0, maxVariables).map((row) => ({
      ...presentVariable(row, instance, definition),
      day: row.type === 'Date' && row.text !== null ? findWholeDay(row.text, runtime.zone) : null,
    }))
    return { items, isCapped: rows.length > maxVariables }
  })
}

export async function getVariable(
  { db }: Runtime,
  request: Request,
  { id, variableId }: { id: string; variableId: string },
): Promise<AnswerOf<typeof processCalls.variable>> {
  return db.read(request, async (tx) => {
    const { instance } = await getVisibleInstance(tx, request.user, id, 'see-data')
    const text = isUuid(variableId) ? await findVariableText(tx, request.workplaceId, instance, variableId) : undefined
    if (text === undefined) throw noSuchVariable()
    return { text }
  })
}

export function noSuchVariable(): Refusal {
  return refuse(
    'thing.not-found',
    'Expected a variable of the instance, but there is none with this id. It may have been removed.',
  )
}

function presentVariable(
  { id, name, type, text, scope_id, element_key, task_name, info, size }: VariableRow,
  instance: InstanceRow,
  definition: Definition | null,
): Omit<InstanceVariable, 'day'> {
  const element = element_key === null ? null : definition?.model.elements[element_key]
  const scopeName =
    element_key === null ? (instance.name ?? instance.key ?? '') : (task_name ?? element?.name ?? element_key)
  return {
    id,
    name,
    type,
    text: text === null ? null : text.slice(0, shownLength),
    isCut: text !== null && text.length > shownLength,
    scope: { id: scope_id, elementId: element_key, name: scopeName },
    file: presentFile({ type, info, size }),
  }
}

/** Presents the description of a file, null for other types; API clients can store anything as one. */
export function presentFile({
  type,
  info,
  size,
}: Pick<VariableRow, 'type' | 'info' | 'size'>): InstanceVariable['file'] {
  if (type !== 'File' || size === null) return null
  const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
  return {
    name: textOf(info?.filename) ?? 'file',
    type: textOf(info?.mimeType),
    encoding: textOf(info?.encoding),
    size,
  }
}

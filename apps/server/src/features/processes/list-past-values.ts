import type { AnswerOf, PastValue, processCalls } from '@millrace/contract'
import type { Definition } from '@millrace/engine'
import { findWholeDay } from '@millrace/forms'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { runSql } from '../../platform/list/sql.ts'
import { findReadable } from '../../runtime/definitions/definitions.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { getVisibleInstance } from './get-instance.ts'
import { noSuchVariable, presentFile } from './list-variables.ts'
import { shownLength, type VariableRow } from './variable-queries.ts'

const page = 50

/**
 * Lists the values that a variable of an instance had, the newest first, after a given one. For users who may see its
 * data.
 */
export async function listPastValues(
  runtime: Runtime,
  request: Request,
  { id, variableId, after }: { id: string; variableId: string; after?: string | undefined },
): Promise<AnswerOf<typeof processCalls.variableHistory>> {
  const { workplaceId, user } = request
  return runtime.db.read(request, async (tx) => {
    const { instance } = await getVisibleInstance(tx, user, id, 'see-data')
    if (!isUuid(variableId)) throw noSuchVariable()
    const beyond = after !== undefined && isUuid(after) ? after : null
    const [definition, rows] = await Promise.all([
      findReadable(runtime, tx, workplaceId, { by: 'id', id: instance.definition_id }),
      selectValues(tx, workplaceId, { instanceId: instance.id, variableId, after: beyond }),
    ])
    if (rows.length === 0 && beyond === null) throw noSuchVariable()
    const shown = rows.slice(0, page)
    return {
      items: shown.map((row) => present(row, { definition, zone: runtime.zone })),
      next: rows.length > page ? (shown.at(-1)?.id ?? null) : null,
    }
  })
}

interface ValueRow extends Pick<VariableRow, 'info' | 'size'> {
  readonly id: string
  readonly at: Date
  readonly type: string
  /** One character more than is shown tells that it goes on. */
  readonly text: string | null
  readonly is_removed: boolean
  readonly element_key: string | null
}

/** By `history_variable_last`. */
function selectValues(
  tx: Tx,
  workplaceId: string,
  { instanceId, variableId, after }: { instanceId: string; variableId: string; after: string | null },
): Promise<ValueRow[]> {
  const isOlder = after === null ? sql`` : sql` and id < ${after}::uuid`
  return runSql<ValueRow>(
    tx,
    sql`select v.id, v.at, v.type, case when v.is_removed then null else left(v.value, ${shownLength + 1}) end as text, v.is_removed,
        v.info, case when v.is_removed then null else octet_length(v.bytes) end as size,
        coalesce((select e.element_key from element e where e.workplace_id = v.workplace_id and e.id = v.element_id),
          (select e.element_key from history_element e where e.workplace_id = v.workplace_id and e.instance_id = v.instance_id and e.id = v.element_id limit 1)) as element_key
      from (select * from history_variable where workplace_id = ${workplaceId} and variable_id = ${variableId}::uuid and instance_id = ${instanceId}::uuid${isOlder}
        order by id desc limit ${page + 1}) v
      order by v.id desc`,
  )
}

function present(
  { id, at, type, text, is_removed, element_key, info, size }: ValueRow,
  { definition, zone }: { readonly definition: Definition | null; readonly zone: string },
): PastValue {
  return {
    id,
    at: at.toISOString(),
    type,
    text: text === null ? null : text.slice(0, shownLength),
    isCut: text !== null && text.length > shownLength,
    day: type === 'Date' && text !== null ? findWholeDay(text, zone) : null,
    isRemoved: is_removed,
    elementName: element_key === null ? null : (definition?.model.elements[element_key]?.name ?? element_key),
    file: presentFile({ type, info, size }),
  }
}

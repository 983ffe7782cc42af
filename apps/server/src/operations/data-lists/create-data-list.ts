import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuch } from '../records/find-record.ts'
import { withFreeNames } from '../records/with-free-names.ts'
import { dataListRecord, findDataList, type StoredDataList } from './data-list.ts'
import { type GivenColumn, giveSlots } from './give-columns.ts'
import { refuseListKeeper } from './policy.ts'

export interface NewDataList {
  readonly name: string
  readonly key: string
  readonly description: string
  readonly columns: readonly GivenColumn[]
  /** Id of the list whose rows it begins with. */
  readonly copyOf?: string | undefined
}

/**
 * Creates a data list: empty, or with the columns and rows of another list.
 *
 * @returns its id.
 */
export async function createDataList(
  { db, clock, runtime }: OperationContext,
  request: Request,
  input: NewDataList,
): Promise<string | Refusal> {
  const refusal = refuseListKeeper(request.user, null)
  if (refusal !== null) return refusal
  const { workplaceId, username } = request.user
  const { name, key, description, copyOf } = input
  const id = runtime.newId()
  const at = clock().toISOString()
  return withFreeNames(dataListRecord, () =>
    db.withTransaction(actorOf(request), async (tx) => {
      const source = await findSource(tx, workplaceId, copyOf)
      if (source instanceof Refusal) return source
      // Rows are taken over as they are: a copy has the columns of what it is a copy of.
      const given = source === null ? giveSlots(input.columns, { columns: [], next_slot: 1 }) : keepSlots(source)
      if (given instanceof Refusal) return given
      const columns = JSON.stringify(given.columns)
      const rowCount = source?.row_count ?? 0
      await tx.commit([
        {
          name: 'data_list_add',
          text: `insert into data_list (workplace_id, id, name, key, description, columns, next_slot, row_count, created_at, created_by, updated_at, updated_by)
            values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $9, $10)`,
          values: [workplaceId, id, name, key, description, columns, given.nextSlot, rowCount, at, username],
        },
        {
          name: 'data_list_first_version',
          text: `insert into data_list_version (workplace_id, data_list_id, version, columns, row_count, added, changed, removed, source, saved_at, saved_by)
            values ($1, $2, 1, $3, $4, $4, 0, 0, $5, $6, $7)`,
          values: [workplaceId, id, columns, rowCount, source?.name ?? null, at, username],
        },
        ...(source === null
          ? []
          : [
              {
                name: 'data_list_copy_rows',
                text: `insert into data_list_row (workplace_id, data_list_id, id, since, place, cells)
                  select workplace_id, $3, id, 1, place, cells from data_list_row
                  where workplace_id = $1 and data_list_id = $2 and until is null`,
                values: [workplaceId, source.id, id],
              },
            ]),
      ])
      return id
    }),
  )
}

async function findSource(
  tx: Tx,
  workplaceId: string,
  copyOf: string | undefined,
): Promise<StoredDataList | Refusal | null> {
  if (copyOf === undefined) return null
  // Nobody changes it while it is copied: what it counts is what is copied.
  return (await findDataList(tx, workplaceId, copyOf, { lock: true })) ?? noSuch(dataListRecord)
}

function keepSlots({ columns, next_slot }: StoredDataList) {
  return { columns, nextSlot: next_slot }
}

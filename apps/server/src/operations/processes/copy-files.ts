import type { PlainVariable } from '@millrace/engine'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import { withoutHiding } from '../../platform/auth/restricted.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { KeptContent } from '../../platform/files/file-store.ts'
import { readAll } from '../../platform/uploads/read-all.ts'
import type { Runtime } from '../../runtime/runtime.ts'

/** Copies of file contents outside of the database, which have no rows yet, by the ids of the files. */
export type ObjectCopies = ReadonlyMap<string, { readonly id: string; readonly kept: KeptContent }>

/**
 * Copies the contents of files that ended instances keep outside of the database. Call it before the transaction that
 * restarts the instances, because a store needs a connection of its own. Copies without a row are removed later.
 */
export async function copyObjects(
  { db, files, newId }: Pick<Runtime, 'db' | 'files' | 'newId'>,
  request: Request,
  instanceIds: readonly string[],
): Promise<ObjectCopies> {
  const { workplaceId } = request
  const copies = new Map<string, { id: string; kept: KeptContent }>()
  if (instanceIds.length === 0) return copies
  // A restart keeps all values, also those that its user does not see.
  const held = await db.read(withoutHiding(request), (tx) =>
    tx.query(
      kysely
        .selectFrom('stored_file')
        .where('workplace_id', '=', workplaceId)
        .where(sql<boolean>`instance_id = any(${[...instanceIds]}::uuid[])`)
        .where('variable', 'is not', null)
        .where('kept_in', '=', 's3')
        .select(['id', 'size']),
    ),
  )
  const store = files.of('s3')
  for (const { id, size } of held) {
    const copy = newId()
    const content = await readAll(store.read({ workplaceId, id }, 0, size))
    copies.set(id, { id: copy, kept: await store.put({ workplaceId, id: copy }, content) })
  }
  return copies
}

export interface FileCopy {
  readonly workplaceId: string
  /** The ids of the ended instance and the new one. */
  readonly from: string
  readonly to: string
  readonly variables: readonly PlainVariable[]
  readonly objects: ObjectCopies
}

/**
 * Copies the form files that the variables of a restart name, because the files of the ended instance are deleted with
 * its history. Returns the variables with the ids of the copies.
 */
export async function copyFiles(
  { newId }: Pick<Runtime, 'newId'>,
  tx: Tx,
  { workplaceId, from, to, variables, objects }: FileCopy,
): Promise<PlainVariable[]> {
  const names = variables.map(({ name }) => name)
  if (names.length === 0) return []
  const held = await tx.query(
    kysely
      .selectFrom('stored_file')
      .where('workplace_id', '=', workplaceId)
      .where('instance_id', '=', from)
      .where('variable', 'in', names)
      .orderBy('id')
      .select(['id', 'kept_in']),
  )
  const copies = new Map<string, string>()
  for (const { id, kept_in } of held) {
    const object = objects.get(id)
    // An instance that has ended gets no more files.
    if (kept_in === 's3' && object === undefined) continue
    const copy = object?.id ?? newId()
    await object?.kept.confirm(tx)
    await tx.queries(
      kysely
        .insertInto('stored_file')
        .columns([...copied, 'workplace_id', 'id', 'instance_id'])
        .expression((table) =>
          table
            .selectFrom('stored_file')
            .where('workplace_id', '=', workplaceId)
            .where('id', '=', id)
            .select(copied)
            .select(['workplace_id', sql<string>`${copy}::uuid`.as('id'), sql<string>`${to}::uuid`.as('instance_id')]),
        ),
    )
    copies.set(id, copy)
  }
  return variables.map((variable) => nameCopies(variable, copies))
}

const copied = ['name', 'type', 'size', 'variable', 'kept_in', 'bytes', 'uploaded_at', 'uploaded_by'] as const

const fileId = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Lists of files are JSON with their ids. */
function nameCopies({ name, value }: PlainVariable, copies: ReadonlyMap<string, string>): PlainVariable {
  if (value.type !== 'Json' || typeof value.value !== 'string') return { name, value }
  return { name, value: { ...value, value: value.value.replaceAll(fileId, (id) => copies.get(id) ?? id) } }
}

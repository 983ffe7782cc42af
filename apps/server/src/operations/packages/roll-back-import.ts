import { sql } from 'kysely'
import pg from 'pg'
import { createPropertySeal } from '../../platform/auth/property-seal.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { OperationContext } from '../operation-context.ts'
import { findImport, findLastDone } from './find-import.ts'
import { findItems, kindOf } from './find-items.ts'
import { findUses } from './find-uses.ts'
import { lendTransaction } from './lend-transaction.ts'
import { lockItems } from './lock-items.ts'
import type { FoundItem, PackageItem, PackageRef } from './package-kind.ts'
import { refuseItem, refusePackages } from './policy.ts'
import { refText } from './references.ts'

interface ImportedItem extends PackageRef {
  readonly name: string
  readonly item_id: string
  readonly action: 'created' | 'updated' | 'same'
  readonly before: string | null
  readonly stamp: string
}

/**
 * Rolls back the last import as a whole: deletes created objects, and restores changed ones. Refuses with
 * `package.changed` where something of it was changed or used since, and names it. Returns null on success, otherwise a
 * refusal.
 */
export async function rollBackImport(
  context: OperationContext & { readonly secret: string },
  request: Request,
  id: string,
): Promise<Refusal | null> {
  const refusal = refusePackages(request.user)
  if (refusal !== null) return refusal
  const { db, clock } = context
  const {
    workplaceId,
    user: { username },
  } = request
  const emptySecret = createPropertySeal(context.secret).close('').toString('base64')
  try {
    return await db.withTransaction(actorOf(request), async (tx) => {
      const row = await findImport(tx, workplaceId, id, { lock: true })
      if (row instanceof Refusal) return row
      if (row.state !== 'done' || (await findLastDone(tx, workplaceId)) !== id)
        return refuse('package.started', 'Expected the newest finished import. Only this import can be rolled back.')
      const items = await listItems(tx, workplaceId, id)
      await lockItems(
        tx,
        workplaceId,
        items.filter(({ action }) => action !== 'same').map(({ kind, item_id }) => ({ kind, id: item_id })),
      )
      const changed = await refuseChanged(context.runtime, tx, request, items)
      if (changed !== null) return changed
      const lent = lendTransaction(context, tx, emptySecret)
      for (const item of items.toReversed()) {
        if (item.action === 'same') continue
        const forbidden = refuseItem(request.user, item)
        if (forbidden !== null) return forbidden
        if (item.action === 'created') {
          await kindOf(item.kind).remove(lent.tx, workplaceId, item.item_id)
          continue
        }
        const before = JSON.parse(item.before ?? '{}') as PackageItem
        const existing = (await findItems(lent.tx, workplaceId, [item], { withRows: true })).get(refText(item))
        if (existing === undefined) throw new Error(`Expected ${refText(item)}, but it is not there.`)
        const written = await kindOf(item.kind).write(lent, request, { item: before, existing })
        if (written instanceof Refusal) return written
      }
      await tx.commit([
        {
          name: 'package_import_rolled_back',
          text: `update package_import set state = 'rolled-back', rolled_back_at = $3, rolled_back_by = $4 where workplace_id = $1 and id = $2`,
          values: [workplaceId, id, clock().toISOString(), username],
        },
      ])
      return null
    })
  } catch (error) {
    // Somebody has begun to use it meanwhile.
    if (!(error instanceof pg.DatabaseError && error.code === foreignKeyViolation)) throw error
    return refuse(
      'package.changed',
      'Expected an import that nothing else uses, but other items use something that it created. Nothing was rolled back.',
    )
  }
}

const foreignKeyViolation = '23503'

function listItems(tx: Tx, workplaceId: string, id: string): Promise<ImportedItem[]> {
  return runSql<ImportedItem>(
    tx,
    sql`select kind, key, name, item_id, action, before, stamp from package_import_item
      where workplace_id = ${workplaceId} and import_id = ${id} order by position`,
  )
}

async function refuseChanged(
  runtime: Runtime,
  tx: Tx,
  request: Request,
  items: readonly ImportedItem[],
): Promise<Refusal | null> {
  const written = items.filter(({ action }) => action !== 'same')
  const found = await findItems(tx, request.workplaceId, written, { withRows: false })
  const used = await listUsed(tx, request.workplaceId, written)
  const created = written.filter(({ action }) => action === 'created')
  const uses = await findUses(runtime, tx, request, {
    items: created.map(({ kind, key, item_id }) => ({ kind, key, id: item_id })),
    apart: written.map(({ item_id }) => item_id),
  })
  for (const [id, names] of uses) used.set(id, used.get(id) ?? `is used by ${listNames(names)}`)
  const details = written.flatMap((item) => {
    const message = changeOf(item, found.get(refText(item)), used)
    return message === null ? [] : [{ where: `${item.kind} ${item.key}`, message: `“${item.name}” ${message}` }]
  })
  if (details.length === 0) return null
  return refuse(
    'package.changed',
    `Expected unchanged items since the import, but ${details.length === 1 ? 'one item was' : `${details.length} items were`}: ${details
      .slice(0, 5)
      .map(({ message }) => message)
      .join('; ')}. Nothing was rolled back.`,
    details.slice(0, 100),
  )
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, 5).map((name) => `“${name}”`)
  return names.length > shown.length ? `${shown.join(', ')} and ${names.length - shown.length} more` : shown.join(', ')
}

function changeOf(item: ImportedItem, found: FoundItem | undefined, used: ReadonlyMap<string, string>): string | null {
  if (found === undefined || found.id !== item.item_id) return 'does not exist any more'
  if (found.stamp !== item.stamp) return 'was changed'
  return item.action === 'created' ? (used.get(item.item_id) ?? null) : null
}

/** Created items that were used since, which deleting them would undo unseen. */
async function listUsed(tx: Tx, workplaceId: string, items: readonly ImportedItem[]): Promise<Map<string, string>> {
  const ids = items.filter(({ action }) => action === 'created').map(({ item_id }) => item_id)
  const rows = await runSql<{ id: string; why: string }>(
    tx,
    sql`select application_id as id, 'was deployed' as why from application_version where workplace_id = ${workplaceId} and application_id = any(${ids}::uuid[])
      union select group_id, 'has members' from group_member where workplace_id = ${workplaceId} and group_id = any(${ids}::uuid[])
      union select v.part_id, 'was deployed' from application_version_part v where v.workplace_id = ${workplaceId} and v.part_id = any(${ids}::uuid[])
        and v.application_id = any(array(select application_id from form where workplace_id = ${workplaceId} and id = any(${ids}::uuid[])
          union select application_id from app_decision where workplace_id = ${workplaceId} and id = any(${ids}::uuid[])
          union select application_id from app_process where workplace_id = ${workplaceId} and id = any(${ids}::uuid[])))
      union select user_theme.id, 'is used' from user_theme join user_profile u on u.workplace_id = user_theme.workplace_id and u.theme_code = user_theme.code
        where user_theme.workplace_id = ${workplaceId} and user_theme.id = any(${ids}::uuid[])`,
  )
  return new Map(rows.map(({ id, why }) => [id, why]))
}

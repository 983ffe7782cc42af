import type { InstallationKey } from '../../platform/auth/installation-key.ts'
import type { Request } from '../../platform/auth/request.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { sha256 } from './canonical.ts'
import { collect, type Selection } from './collect.ts'
import { pack } from './pack.ts'
import { refusePackages } from './policy.ts'
import { readRows } from './read-rows.ts'

interface PackageOrigin {
  readonly key: InstallationKey
  /** Version of the program. */
  readonly version: string
}

interface ExportedPackage {
  readonly bytes: Buffer
  readonly fileName: string
}

/** Exports items with everything that they need. The export is recorded in the audit before the package is returned. */
export async function exportPackage(
  context: OperationContext & PackageOrigin,
  request: Request,
  selection: Selection,
): Promise<ExportedPackage | Refusal> {
  const refusal = refusePackages(request.user)
  if (refusal !== null) return refusal
  const { db, clock, runtime, key, version } = context
  const collected = await collect(context, request, selection)
  if (collected instanceof Refusal) return collected
  const {
    workplaceId,
    user: { username },
  } = request
  const at = clock()
  const [workplace] = await db.read(request, (tx) =>
    tx.query(kysely.selectFrom('workplace').where('workplace_id', '=', workplaceId).select('name')),
  )
  const found = collected.items.map(({ item }) => item)
  const whole = selection.withRows ? await readRows(context, request, found) : found
  if (whole instanceof Refusal) return whole
  const items = whole.map(({ kind, key: itemKey, name, content }) => ({ kind, key: itemKey, name, content }))
  const about = {
    product: `Millrace ${version}`,
    createdAt: at.toISOString(),
    createdBy: username,
    workplace: workplace?.name ?? '',
    workplaceId,
  }
  const bytes = await pack({ items, about, key })
  if (bytes instanceof Refusal) return bytes
  const chosen = collected.items.filter(({ isChosen }) => isChosen).map(({ item }) => item)
  await db.withTransaction(actorOf(request), (tx) =>
    tx.query(
      kysely
        .insertInto('package_export')
        .values({
          workplace_id: workplaceId,
          id: runtime.newId(),
          items: chosen
            .map(({ name }) => name)
            .join(', ')
            .slice(0, 2_000),
          item_count: items.length,
          with_rows: selection.withRows,
          digest: sha256(JSON.stringify(selection)),
          created_at: new Date(at.getTime() - (at.getTime() % minuteMs)),
          created_by: username,
        })
        .onConflict((conflict) => conflict.doNothing()),
    ),
  )
  const name = (chosen.find(({ kind }) => kind === 'application') ?? chosen[0])?.key ?? 'package'
  const plain = name.replaceAll(/[^A-Za-z0-9_-]+/g, '-').slice(0, 60)
  return { bytes, fileName: `${plain || 'package'}-${at.toISOString().slice(0, 10)}.millrace` }
}

const minuteMs = 60_000

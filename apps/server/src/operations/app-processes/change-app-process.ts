import type { User } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { findCategoryId } from '../applications/category.ts'
import { processDesigns } from '../designs/design-kind.ts'
import { refuseOthers } from '../designs/refuse-others.ts'
import type { OperationContext } from '../operation-context.ts'
import { loadRecord } from '../records/load-record.ts'
import { refuseChangedMeanwhile } from '../records/refuse-changed-meanwhile.ts'
import { withFreeNames } from '../records/with-free-names.ts'
import { type AppProcessRef, type AppProcessRow, processRecord } from './app-process.ts'
import type { AppProcessDetails } from './create-app-process.ts'
import { changeDesignFile } from './design-file.ts'
import { refuseProcessDesigner } from './policy.ts'
import { findProcessVersion, versionStatement } from './process-versions.ts'

export interface AppProcessChange extends AppProcessDetails {
  readonly ref: AppProcessRef
  /** The revision that was read before; undefined: whichever there is. */
  readonly revision: number | undefined
}

/**
 * Changes what a process is called, where it is found and who may start it. What its design says of that is written into
 * the design, as its next version: so it is refused while somebody else is at it. Null when it is done.
 */
export async function changeAppProcess(
  { db, clock, runtime }: OperationContext,
  user: User,
  change: AppProcessChange,
): Promise<Refusal | null> {
  const refusal = refuseProcessDesigner(user)
  if (refusal !== null) return refusal
  const { workplaceId, username } = user
  const { ref, name, key, category, icon, documentation, starterUsers, starterGroups, revision } = change
  const early = await db.read(user, async (tx) => {
    const process = await loadRecord(tx, user, processRecord, ref)
    if (process instanceof Refusal) return process
    const { id: processId, version } = process
    return { process, xml: await findProcessVersion(tx, workplaceId, { processId, version }) }
  })
  if (early instanceof Refusal) return early
  const told = pickTold(early.process, change)
  const xml =
    Object.keys(told).length === 0 || early.xml === null
      ? null
      : await changeDesignFile(runtime, user, {
          xml: early.xml,
          process: { key: early.process.process_key, details: told },
        })
  return withFreeNames(processRecord, () =>
    db.withTransaction(actorOf(user), async (tx) => {
      const process = await loadRecord(tx, user, processRecord, ref, { lock: true })
      if (process instanceof Refusal) return process
      const changed = await refuseChangedMeanwhile(tx, process, revision)
      if (changed !== null) return changed
      const save = { token: undefined, version: early.process.version }
      const refused =
        xml === null ? null : await refuseOthers(tx, user, { kind: processDesigns, design: process, save })
      if (refused !== null) return refused
      const found = await findCategoryId(tx, workplaceId, category)
      if (found instanceof Refusal) return found
      const at = clock()
      const version = process.version + (xml === null ? 0 : 1)
      await tx.query(
        kysely
          .updateTable('app_process')
          .set({
            name,
            process_key: key,
            category_id: found.id,
            icon,
            documentation,
            starter_users: starterUsers,
            starter_groups: starterGroups,
            revision: process.revision + 1,
            version,
            updated_at: at,
            updated_by: username,
          })
          .where('workplace_id', '=', workplaceId)
          .where('id', '=', process.id),
      )
      if (xml !== null) {
        const next = { processId: process.id, version, xml, note: 'Details changed', restoredFrom: null, savedAt: at }
        await tx.batch([versionStatement(user, next)])
      }
      return null
    }),
  )
}

/** What is different of what the design says. */
function pickTold(
  process: AppProcessRow,
  { name, key, documentation, starterUsers, starterGroups }: AppProcessDetails,
): Parameters<typeof changeDesignFile>[2]['process']['details'] {
  return {
    ...(name !== process.name && { name }),
    ...(key !== process.process_key && { key }),
    ...(documentation !== process.documentation && { documentation }),
    ...(starterUsers !== process.starter_users && { starterUsers }),
    ...(starterGroups !== process.starter_groups && { starterGroups }),
  }
}

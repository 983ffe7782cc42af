import type { ProcessCopy } from '@millrace/contract'
import { findAppProcesses, processRecord } from '../../operations/app-processes/app-process.ts'
import { findFreeProcessKeys, findFreeProcessNames } from '../../operations/app-processes/free-names.ts'
import { noSuch } from '../../operations/records/find-record.ts'
import { refuseChange } from '../../operations/records/load-record.ts'
import type { User } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'

/** What copies of these processes would be called, in their order: names and keys that are free at the moment. */
export async function proposeProcessCopies(
  db: Database,
  user: User,
  ids: readonly string[],
): Promise<ProcessCopy[] | Refusal> {
  const { workplaceId } = user
  return db.read(user, async (tx) => {
    const found = await findAppProcesses(tx, workplaceId, ids)
    const processes = ids.flatMap((id) => found.get(id) ?? [])
    if (processes.length < ids.length) return noSuch(processRecord)
    for (const process of processes) {
      const refusal = refuseChange(user, processRecord, process)
      if (refusal !== null) return refusal
    }
    const names = await findFreeProcessNames(tx, workplaceId, processes)
    const keys = await findFreeProcessKeys(
      tx,
      workplaceId,
      processes.map(({ process_key }) => process_key),
    )
    return processes.map(({ id, application_id }, index) => ({
      sourceId: id,
      applicationId: application_id,
      name: names[index] ?? '',
      key: keys[index] ?? '',
    }))
  })
}

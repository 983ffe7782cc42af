import type { AppProcess } from '@millrace/contract'
import type { AppProcessRef, AppProcessRow } from '../../operations/app-processes/app-process.ts'
import { processDesigns } from '../../operations/app-processes/process-designs.ts'
import { getDesign, getDesigns, presentDesign, type Seen } from '../../operations/designs/present-design.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'

/** A process, without its design. */
export function getAppProcess(db: Database, request: Request, ref: AppProcessRef): Promise<AppProcess | Refusal> {
  return getDesign(db, request, processDesigns, { ref, present: presentProcess })
}

/** Those that a deed has made, in its order. */
export function getAppProcesses(db: Database, request: Request, ids: readonly string[]): Promise<AppProcess[]> {
  return getDesigns(db, request, processDesigns, { ids, present: presentProcess })
}

export function presentProcess(row: AppProcessRow, seen: Seen): AppProcess {
  return {
    ...presentDesign(row, seen),
    application: { id: row.application_id, name: row.application_name },
    key: row.process_key,
    category: row.category,
    icon: row.icon,
    documentation: row.documentation,
    starterUsers: row.starter_users,
    starterGroups: row.starter_groups,
  }
}

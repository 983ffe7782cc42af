import type { AppProcess } from '@millrace/contract'
import type { AppProcessRow } from '../../operations/app-processes/app-process.ts'
import { presentDesign, type Seen } from '../../operations/designs/present-design.ts'

/** Presents a process without its design. */
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

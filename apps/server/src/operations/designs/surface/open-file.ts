import type { Request } from '../../../platform/auth/request.ts'
import type { Database } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/errors/refusal.ts'
import type { DesignKind, DesignRef, DesignRow } from '../design-kind.ts'
import type { Present } from '../present-design.ts'
import { openDesign } from '../read-versions.ts'

/** What an editor of BPMN or DMN files loads with a design: its text and the user's unsaved changes. */
export interface OpenedFile {
  readonly xml: string
  readonly baseHelpUrl: string
  readonly timeout: number
  readonly autoSaved: { readonly xml: string; readonly version: number; readonly savedAt: string } | null
}

export async function openFile<Row extends DesignRow, Item>(
  db: Database,
  request: Request,
  kind: Pick<DesignKind<Row>, 'tables' | 'recordOf'>,
  asked: { readonly ref: DesignRef; readonly present: Present<Row, Item> },
): Promise<{ readonly item: Item; readonly file: OpenedFile } | Refusal> {
  const opened = await openDesign(db, request, kind, asked)
  if (opened instanceof Refusal) return opened
  const { item, text, autoSaved: auto, common } = opened
  const autoSaved =
    auto === null ? null : { xml: auto.text, version: auto.version, savedAt: auto.savedAt.toISOString() }
  return { item, file: { xml: text ?? '', ...common, autoSaved } }
}

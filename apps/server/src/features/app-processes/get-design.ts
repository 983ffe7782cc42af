import type { ModellerDetail } from '@millrace/contract'
import type { AppProcessRef } from '../../operations/app-processes/app-process.ts'
import { processDesigns } from '../../operations/app-processes/process-designs.ts'
import { openDesign, readVersion } from '../../operations/designs/read-versions.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import type { FileAnswer } from '../../platform/http/route.ts'
import { presentProcess } from './get-app-process.ts'

/** What the modeller begins with: the process and its design, and what the user had not saved. */
export async function getModeller(
  db: Database,
  request: Request,
  ref: AppProcessRef,
): Promise<ModellerDetail | Refusal> {
  const opened = await openDesign(db, request, processDesigns, { ref, present: presentProcess })
  if (opened instanceof Refusal) return opened
  const { item: process, text, autoSaved: auto, common } = opened
  return {
    process,
    xml: text ?? '',
    ...common,
    autoSaved: auto === null ? null : { xml: auto.text, version: auto.version, savedAt: auto.savedAt.toISOString() },
  }
}

/** The design of one version. */
export async function getProcessVersion(
  db: Database,
  request: Request,
  { ref, version }: { readonly ref: AppProcessRef; readonly version: number },
): Promise<{ version: number; xml: string } | Refusal> {
  const found = await readVersion(db, request, processDesigns, { ref, version })
  return found instanceof Refusal ? found : { version, xml: found.text }
}

/** The last version as a file. */
export async function exportProcess(db: Database, request: Request, ref: AppProcessRef): Promise<FileAnswer | Refusal> {
  const found = await readVersion(db, request, processDesigns, { ref })
  if (found instanceof Refusal) return found
  const { row, text } = found
  return { content: Buffer.from(text), contentType: 'application/xml', fileName: `${row.process_key}.bpmn` }
}

import type { EditorDetail } from '@millrace/contract'
import type { AppDecisionRef } from '../../operations/app-decisions/app-decision.ts'
import { decisionDesigns } from '../../operations/app-decisions/decision-designs.ts'
import { openDesign, readVersion } from '../../operations/designs/read-versions.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import type { FileAnswer } from '../../platform/http/route.ts'
import { presentDecision } from './get-app-decision.ts'

/** What the editor begins with: the decision and its design, and what the user had not saved. */
export async function getEditor(db: Database, request: Request, ref: AppDecisionRef): Promise<EditorDetail | Refusal> {
  const opened = await openDesign(db, request, decisionDesigns, { ref, present: presentDecision })
  if (opened instanceof Refusal) return opened
  const { item: decision, text, autoSaved: auto, common } = opened
  return {
    decision,
    xml: text ?? '',
    ...common,
    autoSaved: auto === null ? null : { xml: auto.text, version: auto.version, savedAt: auto.savedAt.toISOString() },
  }
}

/** The design of one version. */
export async function getDecisionVersion(
  db: Database,
  request: Request,
  { ref, version }: { readonly ref: AppDecisionRef; readonly version: number },
): Promise<{ version: number; xml: string } | Refusal> {
  const found = await readVersion(db, request, decisionDesigns, { ref, version })
  return found instanceof Refusal ? found : { version, xml: found.text }
}

/** The last version as a file. */
export async function exportDecision(
  db: Database,
  request: Request,
  ref: AppDecisionRef,
): Promise<FileAnswer | Refusal> {
  const found = await readVersion(db, request, decisionDesigns, { ref })
  if (found instanceof Refusal) return found
  const { row, text } = found
  return { content: Buffer.from(text), contentType: 'application/xml', fileName: `${row.decision_key}.dmn` }
}

import type { Tx } from '../../platform/db/database.ts'
import { fileOfForm } from '../../runtime/forms/form-source.ts'
import type { TrialFile } from '../../runtime/trial/trial-task.ts'
import { listParts, readDesigns } from '../applications/parts.ts'
import type { AppProcessRow } from './app-process.ts'

/** The files that a trial of a process needs: processes, decisions and forms of its application. */
export interface TrialParts {
  /** The process itself first. */
  readonly files: readonly TrialFile[]
  readonly decisions: readonly TrialFile[]
  /** Forms of the application, by the names that their files would have. */
  readonly forms: ReadonlyMap<string, string>
}

/** Reads the latest designs of the application of a process, with the process as it is drawn in the editor. */
export async function readTrialParts(
  tx: Tx,
  { workplace_id, application_id, process_key: key }: AppProcessRow,
  xml: string,
): Promise<TrialParts> {
  const parts = await readDesigns(tx, workplace_id, await listParts(tx, workplace_id, application_id))
  const others = parts.filter((part) => part.kind === 'process' && part.key !== key)
  const decisions = parts.filter((part) => part.kind === 'decision')
  const forms = parts.filter(({ kind }) => kind === 'form')
  return {
    files: [{ key, xml }, ...others.map((part) => ({ key: part.key, xml: part.text }))],
    decisions: decisions.map((part) => ({ key: part.key, xml: part.text })),
    forms: new Map(forms.map((form) => [fileOfForm(form.key) ?? `${form.key}.form`, form.text])),
  }
}

import { declareUtf8 } from '@millrace/xml'
import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { DesignedProcess, rewriteDesign } from '../../runtime/deploy/read-design.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { inThread, orRefusal } from '../../runtime/threads/in-thread.ts'
import { readTime } from '../../runtime/threads/time-budget.ts'
import { checkFile, type DesignFile } from '../designs/design-file.ts'
import { toName } from '../designs/design-text.ts'

export const processTexts = {
  code: 'app-process.file-invalid',
  format: 'BPMN',
  what: 'process',
  keyOfIt: 'its process',
  unnamed: 'Process',
} as const

export type ReadDesignFile = DesignFile<DesignedProcess>

/**
 * Reads the BPMN file of a process, finished or not. Refuses a file without a process.
 *
 * @param key the key of the process; null for the first executable one.
 */
export async function readDesignFile(
  runtime: Runtime,
  { workplaceId: owner }: Request,
  { text, key }: { readonly text: string; readonly key: string | null },
): Promise<ReadDesignFile | Refusal> {
  const xml = declareUtf8(text)
  const input = { xml, key, budgets: runtime.budgets }
  const { process, problems } = orRefusal(
    await inThread(runtime, { kind: 'readDesign', input, owner, time: readTime(runtime) }),
  )
  return checkFile(processTexts, { text: xml, said: process, problems })
}

/** Returns a file after a change of its details, with everything else unchanged. */
export async function changeDesignFile(
  runtime: Runtime,
  { workplaceId: owner }: Request,
  input: Parameters<typeof rewriteDesign>[0],
): Promise<string> {
  return orRefusal(await inThread(runtime, { kind: 'rewriteDesign', input, owner, time: readTime(runtime) }))
}

/** Returns a valid name for a process, from the name or key in its file. */
export function toProcessName(said: Pick<DesignedProcess, 'name' | 'key'>): string {
  return toName(said, processTexts.unnamed)
}

import { limits } from '@millrace/contract'
import { declareUtf8 } from '@millrace/xml'
import type { User } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { DesignedProcess, rewriteDesign } from '../../runtime/deploy/read-design.ts'
import type { FileProblem } from '../../runtime/deploy/read-files.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { inThread, orRefusal } from '../../runtime/threads/in-thread.ts'
import { readTime } from '../../runtime/threads/time-budget.ts'
import { toName } from '../designs/design-text.ts'

export interface ReadDesignFile {
  /** As it is kept. */
  readonly xml: string
  readonly process: DesignedProcess
  readonly problems: readonly FileProblem[]
}

/**
 * Reads the BPMN file of a process, finished or not. Refused when there is no process in it.
 *
 * @param key of the process that is meant; null: the first executable one.
 */
export async function readDesignFile(
  runtime: Runtime,
  { workplaceId: owner }: User,
  { xml: text, key }: { readonly xml: string; readonly key: string | null },
): Promise<ReadDesignFile | Refusal> {
  const xml = declareUtf8(text)
  const input = { xml, key, budgets: runtime.budgets }
  const { process, problems } = orRefusal(
    await inThread(runtime, { kind: 'readDesign', input, owner, time: readTime(runtime) }),
  )
  if (process === null || process.key.length > limits.processKey) return refuseFile(process, problems)
  return { xml, process, problems }
}

/** A file with something of it changed, all else as it was. */
export async function changeDesignFile(
  runtime: Runtime,
  { workplaceId: owner }: User,
  input: Parameters<typeof rewriteDesign>[0],
): Promise<string> {
  return orRefusal(await inThread(runtime, { kind: 'rewriteDesign', input, owner, time: readTime(runtime) }))
}

/** What a process can be called of what its file says. */
export function toProcessName(said: Pick<DesignedProcess, 'name' | 'key'>): string {
  return toName(said, 'Process')
}

function refuseFile(process: DesignedProcess | null, problems: readonly FileProblem[]): Refusal {
  const [first] = problems
  const why =
    process === null
      ? (first?.message ?? 'There is no process in it.')
      : `The key of its process has more than ${limits.processKey} characters.`
  return refuse(
    'app-process.file-invalid',
    `Expected a BPMN file with a process in it, but there is none that can be read. Nothing was saved. ${why}`,
    problems.map(({ elementId, code, message }) => ({ where: elementId ?? 'file', code, message })),
  )
}

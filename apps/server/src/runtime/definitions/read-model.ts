import { type ProcessModel, readBpmn } from '@millrace/bpmn'
import { type DmnModel, parseDmn } from '@millrace/dmn'
import type { Runtime } from '../runtime.ts'
import { inThread, orRefusal } from '../threads/in-thread.ts'
import { readTime } from '../threads/time-budget.ts'

/** A file of this length is read in 10 ms; what is longer is read where nobody waits for it. */
export const shortFile = 30_000

/** One process of a file. What was deployed runs on, also when a later version of the checks would refuse it. */
export function readProcess({ xml, key }: { readonly xml: string; readonly key: string }): ProcessModel | null {
  const read = readBpmn(xml)
  const processes = read.ok ? read.document.processes : read.processes
  return processes.find(({ id }) => id === key) ?? null
}

export function readDecisions({ xml }: { readonly xml: string }): DmnModel | null {
  const parsed = parseDmn(xml)
  return parsed.ok ? parsed.model : null
}

/** Null when it cannot be read. */
export async function readProcessModel(
  runtime: Runtime,
  workplaceId: string,
  input: Parameters<typeof readProcess>[0],
): Promise<ProcessModel | null> {
  if (input.xml.length <= shortFile) return readProcess(input)
  return orRefusal(await inThread(runtime, { kind: 'readProcess', input, owner: workplaceId, time: readTime(runtime) }))
}

export async function readDecisionModel(
  runtime: Runtime,
  workplaceId: string,
  input: Parameters<typeof readDecisions>[0],
): Promise<DmnModel | null> {
  if (input.xml.length <= shortFile) return readDecisions(input)
  const time = readTime(runtime)
  return orRefusal(await inThread(runtime, { kind: 'readDecisions', input, owner: workplaceId, time }))
}

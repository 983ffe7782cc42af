import { type ProcessModel, readBpmn } from '@millrace/bpmn'
import { type DmnModel, parseDmn } from '@millrace/dmn'
import { declareUtf8, decodeXml } from '@millrace/xml'
import type { Runtime } from '../runtime.ts'
import { inThread, orRefusal } from '../threads/in-thread.ts'
import { readTime } from '../threads/time-budget.ts'

/** The size in bytes of a file that is parsed in 10 ms; larger files are parsed in a worker thread. */
export const shortFile = 30_000

/**
 * The size in bytes above which decisions stay in the worker thread. A model of this size is copied from the thread in
 * 10 ms.
 */
export const largeDecision = 200_000

/** Reads one process of a file. Deployed files are accepted even when later checks would refuse them. */
export function readProcess({ file, key }: { readonly file: Uint8Array; readonly key: string }): ProcessModel | null {
  const read = readBpmn(decodeFile(file))
  const processes = read.ok ? read.document.processes : read.processes
  return processes.find(({ id }) => id === key) ?? null
}

/** A file of decisions with the others of its deployment that it may import. */
export interface DecisionFiles {
  readonly file: Uint8Array
  readonly library: readonly Uint8Array[]
}

export function readDecisions({ file, library }: DecisionFiles): DmnModel | null {
  const parsed = parseDmn(decodeFile(file))
  if (!parsed.ok) return null
  const models = library.map((one) => parseDmn(decodeFile(one)))
  return { ...parsed.model, library: models.flatMap((one) => (one.ok ? one.model : [])) }
}

/**
 * Returns whether a file of decisions may import other files. The deployment of a file without imports is not searched.
 */
export function mayImport(file: Uint8Array): boolean {
  return /[<:]import\s/.test(decodeFile(file))
}

/** Returns the bytes of all files that are read for a decision. */
export function sizeOf({ file, library }: DecisionFiles): number {
  return library.reduce((sum, { length }) => sum + length, file.length)
}

/** Decodes a deployed file to text. Bytes that are not valid text become replacement characters. */
export function decodeFile(bytes: Uint8Array): string {
  const decoded = decodeXml(bytes)
  return decoded.ok ? decoded.text : new TextDecoder().decode(bytes)
}

/**
 * Returns a deployed file as text for API clients. The XML declaration says UTF-8, because clients usually write the
 * text in that encoding.
 */
export function presentFile(bytes: Uint8Array): string {
  return declareUtf8(decodeFile(bytes))
}

/** Reads the model of a process; null when it cannot be read. */
export async function readProcessModel(
  runtime: Runtime,
  workplaceId: string,
  input: Parameters<typeof readProcess>[0],
): Promise<ProcessModel | null> {
  if (input.file.length <= shortFile) return readProcess(input)
  return orRefusal(await inThread(runtime, { kind: 'readProcess', input, owner: workplaceId, time: readTime(runtime) }))
}

export async function readDecisionModel(
  runtime: Runtime,
  workplaceId: string,
  input: DecisionFiles,
): Promise<DmnModel | null> {
  if (sizeOf(input) <= shortFile) return readDecisions(input)
  const time = readTime(runtime)
  return orRefusal(await inThread(runtime, { kind: 'readDecisions', input, owner: workplaceId, time }))
}

import { createHash } from 'node:crypto'

/** The content of an uploaded file: the bytes of a small one, or the rows in the database of a larger one. */
export type Content = Uint8Array | StagedContent

export interface StagedContent {
  /** The id of its pieces. */
  readonly stagedId: string
  /** Bytes. */
  readonly size: number
  readonly sha256: Buffer
  /** The first bytes, by which the type is detected. */
  readonly head: Uint8Array
}

export function isStaged(content: Content): content is StagedContent {
  return 'stagedId' in content
}

/**
 * Returns the bytes of a content.
 *
 * @throws Error when its chunks are in the database: only calls that declare it get such content.
 */
export function getBytes(content: Content): Uint8Array {
  if (isStaged(content)) throw new Error('Expected a file that is held, but it waits in the database.')
  return content
}

export function sizeOf(content: Content): number {
  return isStaged(content) ? content.size : content.length
}

/** Returns the first bytes of a content, or all of them when it is short. */
export function headOf(content: Content): Uint8Array {
  return isStaged(content) ? content.head : content
}

export function digestOf(content: Content): Buffer {
  return isStaged(content) ? content.sha256 : createHash('sha256').update(content).digest()
}

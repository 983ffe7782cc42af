import type { Part } from '../../platform/http/read-parts.ts'
import { getBytes } from '../../platform/uploads/content.ts'

/** The text of a plain field of a multipart body; null when it is not there. */
export function fieldOf(parts: readonly Part[], name: string): string | null {
  const part = parts.find((one) => one.name === name)
  return part === undefined ? null : Buffer.from(getBytes(part.content)).toString('utf8')
}

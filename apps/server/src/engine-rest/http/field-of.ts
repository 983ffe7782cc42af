import type { Part } from '../../platform/http/read-parts.ts'
import { getBytes, isStaged } from '../../platform/uploads/content.ts'
import { invalid } from './rest-refusal.ts'

/** The text of a plain field of a multipart body; null when it does not exist. @throws RestRefusal for a large file. */
export function fieldOf(parts: readonly Part[], name: string): string | null {
  const part = parts.find((one) => one.name === name)
  if (part === undefined) return null
  if (isStaged(part.content))
    throw invalid(`Expected a text in the form parameter '${name}', but it is a file of ${part.content.size} bytes.`)
  return Buffer.from(getBytes(part.content)).toString('utf8')
}

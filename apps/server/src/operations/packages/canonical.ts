import { createHash } from 'node:crypto'
import { canonicalJson } from '../../platform/canonical-json.ts'

/** Returns a hash of the content of an item, without rows of data lists, which change all the time. */
export function hashContent(content: object): string {
  return sha256(canonicalJson('rows' in content ? { ...content, rows: null } : content))
}

export function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

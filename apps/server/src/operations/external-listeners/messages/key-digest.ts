import { digest } from '../../../runtime/listeners/verify-webhook.ts'

/** Returns the digest of the parts by which something is recognised. */
export function digestOf(parts: readonly unknown[]): Buffer {
  return digest(Buffer.from(JSON.stringify(parts)))
}

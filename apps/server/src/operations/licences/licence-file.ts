import { type LicenceFacts, licenceFacts } from '@millrace/contract'
import { z } from 'zod'
import { isSignedBy, readPublicKey } from '../../platform/auth/installation-key.ts'
import { canonicalJson } from '../../platform/canonical-json.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'

const file = z.object({
  format: z.literal('millrace-licence'),
  version: z.literal(1),
  licence: licenceFacts,
  /** Ed25519, base64, of the canonical JSON of `licence`. */
  signature: z.string().max(200),
})

/** Writes a licence file. @param sign signs bytes with the private key of the vendor; base64. */
export function writeLicence(facts: LicenceFacts, sign: (bytes: Uint8Array) => string): string {
  const licence = licenceFacts.parse(facts)
  const signature = sign(Buffer.from(canonicalJson(licence)))
  return `${JSON.stringify({ format: 'millrace-licence', version: 1, licence, signature }, null, 2)}\n`
}

/**
 * Reads a licence file, which must have a signature of one of the given vendors. Refuses anything else with
 * `licence.invalid`.
 */
export function readLicence(text: string, vendorKeys: readonly string[]): LicenceFacts | Refusal {
  const parsed = file.safeParse(parse(text))
  if (!parsed.success)
    return refuse(
      'licence.invalid',
      'Expected a licence file, but it cannot be read. Upload the file as the vendor sent it.',
    )
  const { licence, signature } = parsed.data
  const bytes = Buffer.from(canonicalJson(licence))
  const isSigned = vendorKeys.some((vendor) => {
    const key = readPublicKey(vendor)
    return key !== null && isSignedBy(key.key, bytes, signature)
  })
  if (isSigned) return licence
  return refuse(
    'licence.invalid',
    'Expected a licence signed by the vendor, but it was changed or has another signature. Ask the vendor for the licence again.',
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

import { packageKind, packageLimits } from '@millrace/contract'
import { z } from 'zod'

/** The version of the package format that this product writes and reads. */
export const packageVersion = 1

/** The schema of `manifest.json` in a package. */
export const manifest = z.object({
  format: z.literal('millrace-package'),
  version: z.literal(packageVersion),
  /** The product of the program that has written it. */
  product: z.string().max(100),
  createdAt: z.iso.datetime({ offset: true }),
  createdBy: z.string().max(255),
  workplace: z.string().max(255),
  /** The id of the workplace, by which it is trusted. Packages of older versions have none. */
  workplaceId: z.uuid().optional(),
  items: z
    .array(
      z.object({
        kind: packageKind,
        key: z.string().min(1).max(600),
        name: z.string().min(1).max(600),
        files: z
          .array(z.object({ path: z.string().min(1).max(300), sha256: z.string().length(64) }))
          .min(1)
          .max(5),
      }),
    )
    .min(1)
    .max(packageLimits.items),
})

export type PackageManifest = z.output<typeof manifest>

/**
 * The schema of `signature.json` in a package. It signs the bytes of the manifest, which has the hashes of all other
 * files.
 */
export const signature = z.object({
  algorithm: z.literal('Ed25519'),
  publicKey: z.string().max(200),
  signature: z.string().max(200),
})

export const manifestPath = 'manifest.json'
export const signaturePath = 'signature.json'

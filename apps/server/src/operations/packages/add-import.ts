import { packageLimits } from '@millrace/contract'
import type { Statement } from '../../platform/db/batch.ts'
import { sha256 } from './canonical.ts'
import type { Unpacked } from './unpack.ts'

interface NewImport {
  readonly workplaceId: string
  readonly id: string
  readonly fileName: string
  readonly bytes: Buffer
  readonly unpacked: Pick<Unpacked, 'manifest' | 'fingerprint' | 'items'>
  readonly at: string
  /** User name; null: a source has sent it. */
  readonly createdBy: string | null
  /** The source that has sent it, with the digest of its content. */
  readonly source?: { readonly id: string; readonly digest: string }
}

/** Returns the statement that stores a package that was read, until a user decides about it. */
export function addImport({ workplaceId, id, fileName, bytes, unpacked, at, createdBy, source }: NewImport): Statement {
  const { manifest, fingerprint, items } = unpacked
  return {
    name: 'package_import_add',
    text: `insert into package_import (workplace_id, id, file_name, file_size, package, digest, origin_workplace, origin_created_at, origin_created_by, fingerprint, state, total, created_at, created_by, origin_workplace_id, source_id, content_digest)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'read', $11, $12, $13, $14, $15, $16)`,
    values: [
      ...[workplaceId, id, fileName.slice(0, packageLimits.shown), bytes.length, bytes, sha256(bytes)],
      ...[manifest.workplace, manifest.createdAt, manifest.createdBy, fingerprint, items.length, at, createdBy],
      ...[manifest.workplaceId ?? null, source?.id ?? null, source?.digest ?? null],
    ],
  }
}

import { packageLimits } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { UploadedFile } from '../../platform/http/read-upload.ts'
import { getBytes } from '../../platform/uploads/content.ts'
import { actorOf } from '../../runtime/actor.ts'
import { refuseUnclean } from '../files/refuse-unclean.ts'
import type { FileContext } from '../operation-context.ts'
import { sha256 } from './canonical.ts'
import { refusePackages } from './policy.ts'
import { unpack } from './unpack.ts'

/** Imports that may wait for decisions at a time. */
const maxWaiting = 20

/**
 * Checks and stores a package, so that a user can see the dry run of its import.
 *
 * @returns the import's id.
 */
export async function readPackage(
  context: FileContext,
  request: Request,
  file: UploadedFile,
): Promise<string | Refusal> {
  const refusal = refusePackages(request.user)
  if (refusal !== null) return refusal
  const { db, clock, runtime } = context
  const {
    workplaceId,
    user: { username },
  } = request
  const unclean = await refuseUnclean(context, request, file)
  if (unclean !== null) return unclean
  const bytes = Buffer.from(getBytes(file.content))
  const read = await unpack(bytes)
  if (read instanceof Refusal) return read
  const { manifest, fingerprint, items } = read
  const id = runtime.newId()
  const at = clock().toISOString()
  return db.withTransaction(actorOf(request), async (tx) => {
    const [, counts] = await tx.batch([
      {
        // A package that nobody has decided about in a week is not waited for any more.
        name: 'package_imports_forget',
        text: `delete from package_import where workplace_id = $1 and state in ('read', 'cancelled', 'failed') and created_at < $2::timestamptz - interval '7 days'`,
        values: [workplaceId, at],
      },
      {
        name: 'package_imports_waiting',
        text: `select count(*) from package_import where workplace_id = $1 and state in ('read', 'waiting', 'running')`,
        values: [workplaceId],
      },
    ])
    if (Number(counts?.[0]?.[0] ?? 0) >= maxWaiting)
      return refuse(
        'package.too-many',
        `Expected fewer than ${maxWaiting} open imports, but there are that many. Cancel one first.`,
      )
    await tx.commit([
      {
        name: 'package_import_add',
        text: `insert into package_import (workplace_id, id, file_name, file_size, package, digest, origin_workplace, origin_created_at, origin_created_by, fingerprint, state, total, created_at, created_by, origin_workplace_id)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'read', $11, $12, $13, $14)`,
        values: [
          workplaceId,
          id,
          file.name.slice(0, packageLimits.shown),
          bytes.length,
          bytes,
          sha256(bytes),
          manifest.workplace,
          manifest.createdAt,
          manifest.createdBy,
          fingerprint,
          items.length,
          at,
          username,
          manifest.workplaceId ?? null,
        ],
      },
    ])
    return id
  })
}

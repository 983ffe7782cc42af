import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { UploadedFile } from '../../platform/http/read-upload.ts'
import { getBytes } from '../../platform/uploads/content.ts'
import { actorOf } from '../../runtime/actor.ts'
import { refuseUnclean } from '../files/refuse-unclean.ts'
import type { FileContext } from '../operation-context.ts'
import { addImport } from './add-import.ts'
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
  const id = runtime.newId()
  const at = clock().toISOString()
  return db.withTransaction(actorOf(request), async (tx) => {
    const [, counts] = await tx.batch([
      {
        // An uploaded package that nobody has decided about in a week is not waited for any more.
        name: 'package_imports_forget',
        text: `delete from package_import where workplace_id = $1 and (state in ('cancelled', 'failed') or state = 'read' and source_id is null) and created_at < $2::timestamptz - interval '7 days'`,
        values: [workplaceId, at],
      },
      {
        name: 'package_imports_waiting',
        text: `select count(*) from package_import where workplace_id = $1 and (state in ('waiting', 'running') or state = 'read' and source_id is null)`,
        values: [workplaceId],
      },
    ])
    if (Number(counts?.[0]?.[0] ?? 0) >= maxWaiting)
      return refuse(
        'package.too-many',
        `Expected fewer than ${maxWaiting} open imports, but there are that many. Cancel one first.`,
      )
    await tx.commit([
      addImport({ workplaceId, id, fileName: file.name, bytes, unpacked: read, at, createdBy: username }),
    ])
    return id
  })
}

import type { Request } from '../../platform/auth/request.ts'
import { hidingFrom } from '../../platform/auth/restricted.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { isInstanceVisible, readInstanceRights } from '../../runtime/rights/instance-rights.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { refuseInstance } from '../instances/policy.ts'
import { needRole } from '../rights.ts'
import { isShown } from './find-shown.ts'

/**
 * Checks that the user may upload files for forms: everybody who fills in forms may, and operators. Returns null if so,
 * otherwise a refusal.
 */
export function refuseUpload(user: Person): Refusal | null {
  return needRole(user, ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'], 'work')
}

/** The columns of a file on which the right to it depends. */
interface FileRights {
  readonly id: string
  readonly uploaded_by: string
  /** The instance that holds the file; null as long as no submitted form names it. */
  readonly instance_id: string | null
  /** The variable that holds the file; null for an attachment, and for a file that a form has removed. */
  readonly variable: string | null
}

/**
 * Checks that the user may read the file. Returns null if so, otherwise a refusal. Files of forms may be read by users
 * who may see the data of the instance and the variable, by the uploader, and by users whose form shows the file.
 * Attachments may be read by everybody who may see the instance.
 */
export async function refuseFile(runtime: Runtime, request: Request, file: FileRights | null): Promise<Refusal | null> {
  const { user } = request
  if (file === null) return noSuchFile()
  if (file.uploaded_by === user.username) return null
  const { id, instance_id: instanceId, variable } = file
  if (instanceId === null) return noSuchFile()
  const isReadable = await runtime.db.read(request, async (tx) => {
    const needed = (await isAttached(tx, user, id)) ? 'see' : 'see-data'
    const rights = await readInstanceRights(tx, user, { id: instanceId })
    if (variable !== null && hidingFrom(user)(variable, rights.processKey)) return false
    return refuseInstance(user, needed, rights) === null && isInstanceVisible(tx, user, instanceId)
  })
  if (isReadable || (variable !== null && (await isShown(runtime, request, { id, instanceId, variable })))) return null
  return noSuchFile()
}

async function isAttached(tx: Tx, { workplaceId }: Person, fileId: string): Promise<boolean> {
  const [rows] = await tx.batch([
    {
      name: 'file_is_attached',
      text: 'select from task_attachment where workplace_id = $1 and file_id = $2 limit 1',
      values: [workplaceId, fileId],
    },
  ])
  return rows?.[0] !== undefined
}

export function noSuchFile(): Refusal {
  return refuse('thing.not-found', 'Expected a file that you have access to, but there is none with this id.')
}

import type { FolderListener } from '@millrace/contract'
import { systemActor } from '../../platform/db/actor.ts'
import { existingFile, type FileFacts, type OpenFolder } from '../../platform/outgoing/open-folder.ts'
import { digest } from '../../runtime/listeners/verify-webhook.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Watch } from './load-watch.ts'
import { fileKey, nameWith, pathIn } from './watch-folder.ts'

/** A file that is claimed and not processed yet. */
export interface OpenFile {
  /** The id of the delivery. */
  readonly id: string
  /** The path of the file in the watched folder. */
  readonly path: string
  /** The path to which the file is moved. */
  readonly location: string
  readonly subject: string
  /** The key of the delivery, which differs from that of a later file at the same path. */
  readonly key: Buffer | null
  /** The connection by which the file was claimed; null: the current one. */
  readonly connectionId: string | null
  /** Whether the same file was processed before. */
  readonly isRepeated: boolean
}

/**
 * Moves a file to its location. If another file has that name by now, such as a file of another listener with the same
 * folder of processed files, the file gets a new name.
 */
export async function takeAway(
  runtime: Runtime,
  watch: Watch,
  claimed: OpenFile,
): Promise<{ readonly file: OpenFile; readonly facts: FileFacts | null }> {
  const { settings, reached, workplaceId } = watch
  const take = (file: OpenFile) =>
    runtime.lookUps.useFolder(reached, async (folder) => {
      if (!(await moveOnce(folder, watch, file))) return null
      if (settings.rule === 'done-file') await removeDoneFile(folder, file, settings)
      return { file, facts: await folder.find(file.location) }
    })
  const taken = await take(claimed)
  if (taken !== null) return taken
  const location = pathIn(settings.doneFolder, nameWith(claimed.subject, runtime.newId()))
  await runtime.db.withTransaction(systemActor(workplaceId, 'log of deliveries'), (tx) =>
    tx.commit([
      {
        name: 'external_delivery_relocate',
        text: `update external_delivery set location = $3 where workplace_id = $1 and id = $2 and outcome = 'claimed'`,
        values: [workplaceId, claimed.id, location],
      },
    ]),
  )
  const other = await take({ ...claimed, location })
  if (other === null) throw existingFile(location, 'the folder of processed files')
  return other
}

/**
 * Moves a file unless an earlier look moved it: then its path has no file, or a new one. @returns false if the file is
 * still at its path, and its location has another file.
 */
async function moveOnce(folder: OpenFolder, watch: Watch, file: OpenFile): Promise<boolean> {
  const { path, location, subject, key } = file
  const taken = await folder.find(location)
  const here = await folder.find(path)
  if (here === null) return true
  if (taken !== null) {
    if (key?.equals(digest(Buffer.from(fileKey(watch, { ...here, name: subject })))) !== true) return true
    // A move by copy and removal may have been interrupted after the copy.
    if ((await folder.isCopyOf?.(path, location)) !== true) return false
    await folder.remove(path)
    return true
  }
  await folder.move(path, location, { replaces: false })
  return true
}

async function removeDoneFile(folder: OpenFolder, { path }: OpenFile, { doneSuffix }: FolderListener): Promise<void> {
  if ((await folder.find(`${path}${doneSuffix}`)) !== null) await folder.remove(`${path}${doneSuffix}`)
}

import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { unfinishedEnd } from './backup-manifest.ts'
import { findManifest } from './read-manifest.ts'
import { isUnfinishedOf } from './unfinished-backup.ts'

const dayMs = 86_400_000

/**
 * Deletes the oldest backups of an installation in a folder beyond the given count. Backups that were not finished or
 * failed their check are deleted after a day. Other folders stay.
 * @returns the names of the deleted backups.
 */
export async function pruneBackups(folder: string, installation: string, keep: number, now: Date): Promise<string[]> {
  const names = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory())
  const own: { name: string; takenAt: string }[] = []
  const removed: string[] = []
  for (const { name } of names) {
    const path = join(folder, name)
    if (name.endsWith(unfinishedEnd)) {
      const isOld = now.getTime() - (await stat(path)).mtimeMs > dayMs
      if (isOld && (await isUnfinishedOf(path, installation))) removed.push(name)
      continue
    }
    const manifest = await findManifest(path)
    if (manifest?.installation === installation) own.push({ name, takenAt: manifest.takenAt })
  }
  const old = own.toSorted((a, b) => (a.takenAt < b.takenAt ? 1 : -1)).slice(keep)
  removed.push(...old.map(({ name }) => name))
  for (const name of removed) await rm(join(folder, name), { recursive: true })
  return removed
}

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The name of the file with the installation to which an unfinished backup belongs. */
export const ownerName = 'installation'

/**
 * Returns whether a folder is an unfinished backup of an installation. An empty folder counts too, because a backup may
 * have ended before its first file.
 */
export async function isUnfinishedOf(folder: string, installation: string): Promise<boolean> {
  try {
    if ((await readdir(folder)).length === 0) return true
    return (await readFile(join(folder, ownerName), 'utf8')) === installation
  } catch {
    return false
  }
}

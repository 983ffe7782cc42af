import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The name of the file with the installation to which an unfinished backup belongs. */
export const ownerName = 'installation'

/**
 * Returns whether a folder is an unfinished backup of an installation, or of one that ended before it wrote whose it is.
 */
export async function isUnfinishedOf(folder: string, installation: string): Promise<boolean> {
  try {
    const names = await readdir(folder)
    if (names.length === 0) return true
    const owner = await readFile(join(folder, ownerName), 'utf8')
    return owner === installation || (owner === '' && names.length === 1)
  } catch {
    return false
  }
}

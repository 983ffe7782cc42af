import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What we read of a package in `package-lock.json`, and in what npm has written into `node_modules` of what it installed.
 *
 * @typedef {object} Locked
 * @property {string} [version]
 * @property {boolean} [link] of a workspace
 * @property {boolean} [optional] may be missing, as those of other platforms are
 * @property {boolean} [peer] may be missing, where npm was told to leave peers alone
 */

/** @typedef {Readonly<Record<string, Locked>>} Packages by path, such as `node_modules/react` */

/**
 * Finds packages that tests need and that are missing or of another version than in the lock file. Additional packages
 * are ignored. Without npm's list of installed packages, nothing is reported.
 *
 * @param {string} folder of the project
 * @returns {string[]} their paths
 */
export function findOldPackages(folder) {
  const wanted = readPackages(join(folder, 'package-lock.json'))
  const installed = readPackages(join(folder, 'node_modules/.package-lock.json'))
  if (wanted === null || installed === null) return []
  return Object.entries(wanted)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .filter(([path, { version, optional, peer }]) => {
      const found = installed[path]
      return found === undefined ? !optional && !peer : found.version !== version
    })
    .map(([path]) => path)
}

/**
 * @param {string} file
 * @returns {Packages | null} null where there is none, or it is no lock.
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? null
  } catch {
    return null
  }
}

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodePackages } from './choose-node.mjs'
import { installers } from './find-remedy.mjs'

const nodeModules = fileURLToPath(new URL('../../node_modules', import.meta.url))

/**
 * Returns the properties of this machine, and whether the pinned Node starts on it. Starting it takes some
 * milliseconds.
 *
 * @returns {import('./choose-node.mjs').Machine}
 */
export function lookAround() {
  const { platform, arch, execPath, versions } = process
  const pinned = tryPinned(nodePackages[`${platform}-${arch}`])
  return {
    platform,
    arch,
    // Asked only where it matters: the report takes longer than all the rest.
    hasMusl: platform === 'linux' && pinned.state !== 'runs' && hasMusl(),
    installer: installers.find(isOnPath) ?? null,
    isInstalled: existsSync(nodeModules),
    own: { path: execPath, version: versions.node },
    pinned,
  }
}

/**
 * @param {string | undefined} name
 * @returns {import('./choose-node.mjs').Pinned}
 */
function tryPinned(name) {
  const path = name && join(nodeModules, name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (!path || !existsSync(path)) return { state: 'missing' }
  const { status, signal, stderr, error } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  if (status === 0) return { state: 'runs', path }
  const reason = error?.message ?? (lastLine(stderr) || `it ended with ${status ?? signal}`)
  return { state: 'fails', path, reason }
}

/**
 * The system's loader names the program first, as we do.
 *
 * @param {string} text
 */
function lastLine(text) {
  const line = text.trim().split('\n').pop() ?? ''
  return line.replace(/^\S*node(?:\.exe)?: /, '').replace(/^error while loading shared libraries: /, '')
}

function hasMusl() {
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport())
  return header.glibcVersionRuntime === undefined
}

/** @param {string} name */
function isOnPath(name) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)))
}

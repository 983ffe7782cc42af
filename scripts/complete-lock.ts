import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run-tool.ts'

/**
 * `node scripts/complete-lock.ts`, after a dependency was added where the registry is a mirror that lacks packages for
 * other platforms. npm then leaves these out of package-lock.json, and `npm ci` refuses the lock everywhere. This writes
 * them back, with the version that their parents ask for and the platform that their names say: npm skips them wherever
 * the platform is another one.
 */
interface LockedPackage {
  version?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

const file = join(root, 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, LockedPackage> }
const added: string[] = []

for (const [path, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const platform = platformOf(name)
    if (platform === null || findLocked(path, name) || !/^\d/.test(version)) continue
    const place = placeFor(path, name)
    lock.packages[place] = { version, ...(dev === true && { dev }), optional: true, ...platform }
    added.push(`${name}@${version}`)
  }
}

lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(added.length === 0 ? 'Nothing was missing.' : `Added ${added.length}: ${added.join(', ')}`)

/** As Node looks a package up: beside its parent, then further out. */
function findLocked(parent: string, name: string): boolean {
  for (let folder = parent; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    if (lock.packages[folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`] !== undefined)
      return true
    if (folder === '') return false
  }
}

/** At the top, or inside the parent when the top has another version of the parent. */
function placeFor(parent: string, name: string): string {
  const isNested = parent.indexOf('node_modules/') !== parent.lastIndexOf('node_modules/')
  return isNested ? `${parent}/node_modules/${name}` : `node_modules/${name}`
}

function platformOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> | null {
  const words = name.split(/[-/.]/)
  const os = words.find((word) =>
    [
      'android',
      'darwin',
      'linux',
      'win32',
      'windows',
      'freebsd',
      'openbsd',
      'netbsd',
      'sunos',
      'aix',
      'openharmony',
    ].includes(word),
  )
  const cpu = words.find((word) =>
    ['arm64', 'x64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el', 'universal'].includes(word),
  )
  if (os === undefined || cpu === undefined) return null
  const libc = words.some((word) => word.startsWith('musl')) ? ['musl'] : words.includes('gnu') ? ['glibc'] : undefined
  return { os: [os === 'windows' ? 'win32' : os], cpu: [cpu], ...(libc && os === 'linux' && { libc }) }
}

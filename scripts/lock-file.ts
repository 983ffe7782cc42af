import { nodePackages } from './launch/choose-node.mjs'

/** The members of package-lock.json that are read. */
export interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

interface LockedPackage {
  readonly version?: string
  readonly integrity?: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[]
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

/**
 * The lock as every npm on every machine can use it:
 *
 * - with the packages for all platforms. npm leaves out what the registry lacks when it is a mirror, and `npm ci` then
 *   refuses the lock everywhere. They get the version that their parents ask for and the platform that their names say:
 *   npm skips them wherever the platform is another one.
 * - without `engines`. npm compares them with the Node that it runs on itself, which is not the one that runs the
 *   packages: it warns where nothing is wrong, and leaves out optional packages that are needed. `npm run check` compares
 *   them with the right ones. Packages for musl get one instead: npm 9 knows nothing of `libc` and would install both.
 * - without install scripts: no package needs its own, so none can fail an installation.
 * - without the programs of the packages that bring Node: a link in `node_modules/.bin` would stand in front of the
 *   machine's own, also where it does not start.
 * - without peers that are optional: npm would take TypeScript for a part of the product, because others could use it.
 *
 * @returns the lock, and the names of the packages that were missing.
 */
export function completeLock<L extends Lock>(lock: L): { lock: L; added: string[] } {
  const packages = Object.fromEntries(Object.entries(lock.packages).map(([path, one]) => [path, adapt(path, one)]))
  const added = addMissing(packages)
  markForDevelopment(packages)
  return { lock: { ...lock, packages: Object.fromEntries(Object.entries(packages).sort(byPath)) }, added }
}

const nodePaths: ReadonlySet<string> = new Set(Object.values(nodePackages).map((name) => `node_modules/${name}`))

function adapt(path: string, locked: LockedPackage): LockedPackage {
  if (!path.includes('node_modules/')) return locked
  const kept = Object.entries(withoutOptionalPeers(locked))
    .filter(([key]) => key !== 'engines' && key !== 'hasInstallScript' && !(key === 'bin' && nodePaths.has(path)))
    .map(([key, value]) => [key === 'devOptional' ? 'dev' : key, value])
  return { ...Object.fromEntries(kept), ...(locked.libc?.includes('musl') && { engines: knowsLibc }) }
}

/** A package that would use another if it were there: where only development has that one, it is left out with it. */
function withoutOptionalPeers(locked: LockedPackage): LockedPackage {
  const { peerDependencies, peerDependenciesMeta = {}, ...rest } = locked
  const needed = Object.entries(peerDependencies ?? {}).filter(
    ([name]) => peerDependenciesMeta[name]?.optional !== true,
  )
  return needed.length === 0 ? rest : { ...rest, peerDependencies: Object.fromEntries(needed) }
}

const knowsLibc = { npm: '>=10' } as const

function addMissing(packages: Record<string, LockedPackage>): string[] {
  const added: string[] = []
  for (const [path, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const platform = platformOf(name)
      if (platform === null || isLocked(packages, path, name) || !/^\d/.test(version)) continue
      const { cpu, libc, os } = platform
      packages[placeFor(path, name)] = {
        version,
        cpu,
        ...(dev === true && { dev }),
        ...(libc && { libc }),
        optional: true,
        os,
        ...(libc?.includes('musl') && { engines: knowsLibc }),
      }
      added.push(`${name}@${version}`)
    }
  }
  return added
}

/** Marks packages as development dependencies that only such packages need for a platform. */
function markForDevelopment(packages: Record<string, LockedPackage>): void {
  const all = Object.values(packages)
  const listParts = (isForDevelopment: boolean) =>
    all
      .filter(({ dev }) => (dev === true) === isForDevelopment)
      .flatMap(({ optionalDependencies }) => Object.keys(optionalDependencies ?? {}))
  const others = new Set(listParts(false))
  for (const name of listParts(true)) {
    const path = `node_modules/${name}`
    const locked = packages[path]
    if (locked === undefined || locked.dev === true || others.has(name)) continue
    const { version, integrity, cpu, ...rest } = locked
    packages[path] = { version, ...(integrity && { integrity }), ...(cpu && { cpu }), dev: true, ...rest }
  }
}

/** Returns whether Node would find a package: next to its parent, then further out. */
function isLocked(packages: Lock['packages'], parent: string, name: string): boolean {
  for (let folder = parent; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    if (packages[folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`] !== undefined) return true
    if (folder === '') return false
  }
}

/** At the top, or inside the parent when the top has another version of the parent. */
function placeFor(parent: string, name: string): string {
  const isNested = parent.indexOf('node_modules/') !== parent.lastIndexOf('node_modules/')
  return isNested ? `${parent}/node_modules/${name}` : `node_modules/${name}`
}

const systems = [
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
]
const processors = ['arm64', 'x64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el', 'universal']

function platformOf(name: string): { os: string[]; cpu: string[]; libc?: string[] } | null {
  const words = name.split(/[-/.]/)
  const os = words.find((word) => systems.includes(word))
  const cpu = words.find((word) => processors.includes(word))
  if (os === undefined || cpu === undefined) return null
  const libc = words.some((word) => word.startsWith('musl')) ? ['musl'] : words.includes('gnu') ? ['glibc'] : undefined
  return { os: [os === 'windows' ? 'win32' : os], cpu: [cpu], ...(libc && os === 'linux' && { libc }) }
}

function byPath([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1
}

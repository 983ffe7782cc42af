import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { isAlive } from '../apps/server/src/platform/postgres/is-alive.ts'
import { chooseNode, nodePackages } from './launch/choose-node.mjs'
import { findOldPackages } from './launch/find-old-packages.mjs'
import { serverFlags } from './launch/run-node.mjs'
import { root } from './run-tool.ts'

const parent = mkdtempSync(join(tmpdir(), 'millrace-launch-'))
afterAll(() => rmSync(parent, { recursive: true, force: true }))

const { scripts, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
  optionalDependencies: Record<string, string>
}
const name = nodePackages[`${process.platform}-${process.arch}`] ?? 'none'

/** Packages by path, as in a lock file. */
type Packages = Readonly<Record<string, Readonly<Record<string, string | boolean>>>>

interface Machine {
  /** Of the Node that npm runs on. */
  readonly own: string
  /** What the program in the package with Node does, as a shell script; null: the package is missing. */
  readonly pinned: string | null
  readonly isInstalled?: boolean
  /** Programs that the system has. */
  readonly programs?: readonly string[]
  readonly hasMusl?: boolean
}

/** Runs the launcher on a machine of which everything is as said, but for the kind of system. */
function launch({ own, pinned, isInstalled = true, programs = [], hasMusl = false }: Machine, ...args: string[]) {
  const folder = mkdtempSync(join(parent, 'machine-'))
  for (const part of ['launch.mjs', 'launch'])
    cpSync(join(root, 'scripts', part), join(folder, 'scripts', part), { recursive: true })
  if (isInstalled) mkdirSync(join(folder, 'node_modules'))
  const node = join(folder, 'node_modules', name, 'bin/node')
  if (pinned !== null) write(node, pinned)
  for (const program of programs) write(join(folder, 'system', program), 'exit 0')
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${own}' } })
    ${hasMusl ? 'process.report.getReport = () => ({ header: {} })' : ''}`
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, join(folder, 'scripts/launch.mjs'), ...args],
    { encoding: 'utf8', env: { PATH: `${join(folder, 'system')}${delimiter}/nowhere` } },
  )
  return { status, stdout, sentence: stderr.trim().replaceAll(folder, ''), node }
}

function write(file: string, script: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o755)
}

const working = `[ "$1" = --version ] && echo v24.21.0 || echo "pinned runs $*"`
const without = (words: string) => `echo "$0: ${words}" >&2; exit 127`

describe.runIf(process.platform === 'linux')('the launcher', () => {
  it('takes the pinned Node by its package, without a link in .bin and regardless of the version of the own one', () => {
    for (const own of ['18.20.4', '20.19.2', '26.10.0'])
      expect(launch({ own, pinned: working }, 'scripts/start.ts', '--x')).toMatchObject({
        status: 0,
        stdout: 'pinned runs scripts/start.ts --x\n',
        sentence: '',
      })
  })

  it('takes the own one where the pinned one is missing or does not start and the own one is new enough', () => {
    for (const pinned of [null, without('libatomic.so.1: cannot open shared object file')])
      for (const own of ['24.15.0', '24.21.0', '26.10.0'])
        expect(launch({ own, pinned }, '-p', 'process.execPath')).toMatchObject({
          status: 0,
          stdout: `${process.execPath}\n`,
          sentence: '',
        })
  })

  it.each<[string, Machine, string]>([
    [
      'nothing is installed',
      { own: '24.21.0', pinned: null, isInstalled: false },
      'Expected the packages of the project in node_modules, but there are none: run npm ci',
    ],
    [
      'the package is missing and the own Node is old',
      { own: '20.19.2', pinned: null },
      `Expected the package ${name}, which brings Node, but it is not installed, and the machine's own Node is 20.19.2, older than 24.15.0: run npm ci --include=optional`,
    ],
    [
      'a library is missing on Debian',
      {
        own: '24.14.1',
        pinned: without(
          'error while loading shared libraries: libatomic.so.1: cannot open shared object file: No such file or directory',
        ),
        programs: ['apt-get'],
      },
      `Expected the Node from npm to start, but /node_modules/${name}/bin/node says “libatomic.so.1: cannot open shared object file: No such file or directory”, and the machine's own Node is 24.14.1, older than 24.15.0: run apt-get install libatomic1`,
    ],
    [
      'a library is missing on Fedora',
      {
        own: '22.20.0',
        pinned: without(
          'error while loading shared libraries: libstdc++.so.6: cannot open shared object file: No such file or directory',
        ),
        programs: ['dnf'],
      },
      `Expected the Node from npm to start, but /node_modules/${name}/bin/node says “libstdc++.so.6: cannot open shared object file: No such file or directory”, and the machine's own Node is 22.20.0, older than 24.15.0: run dnf install libstdc++`,
    ],
    [
      'the system is too old',
      { own: '18.20.4', pinned: without("/lib/libc.so.6: version \\`GLIBC_2.28' not found (required by node)") },
      `Expected the Node from npm to start, but /node_modules/${name}/bin/node says “/lib/libc.so.6: version \`GLIBC_2.28' not found (required by node)”, and the machine's own Node is 18.20.4, older than 24.15.0: use a Linux with glibc 2.28 or newer, such as Debian 11`,
    ],
    [
      'it ends without a word',
      { own: '20.19.2', pinned: 'exit 3' },
      `Expected the Node from npm to start, but /node_modules/${name}/bin/node says “it ended with 3”, and the machine's own Node is 20.19.2, older than 24.15.0: run npm ci, or install Node 24.15.0 or newer, https://nodejs.org/en/download`,
    ],
    [
      'the system is Alpine',
      { own: '22.20.0', pinned: null, hasMusl: true },
      `Expected a Linux with glibc, but this one has musl, as Alpine has, where Node and PostgreSQL from npm do not run, and the machine's own Node is 22.20.0, older than 24.15.0: use one such as Debian, or apk add nodejs npm and set DATABASE_URL`,
    ],
  ])('says in one sentence what to do when %s', (_when, machine, sentence) => {
    const { status, stdout, sentence: said } = launch(machine, 'scripts/start.ts')
    expect([said, status, stdout]).toEqual([sentence, 1, ''])
  })

  it('says what to do where npm has no Node for the machine', () => {
    const machine = { platform: 'freebsd', arch: 'x64', hasMusl: false, installer: null, isInstalled: true } as const
    const own = { path: '/usr/local/bin/node', version: '22.20.0' }
    expect(chooseNode({ ...machine, own, pinned: { state: 'missing' } }).refusal).toBe(
      "Expected npm to have a Node for freebsd on x64, but it has none, and the machine's own Node is 22.20.0, older than 24.15.0: install Node 24.15.0 or newer, https://nodejs.org/en/download",
    )
  })
})

describe('what the launcher runs', () => {
  const launcher = [join(root, 'scripts/launch.mjs')]
  const run = (code: string, input = '') =>
    spawnSync(process.execPath, [...launcher, '-e', code], { encoding: 'utf8', input })

  it('has its streams, and ends it with its own code or signal', () => {
    expect(run('process.stdin.pipe(process.stdout); console.error("err")', 'words')).toMatchObject({
      status: 0,
      stdout: 'words',
      stderr: 'err\n',
    })
    expect(run('process.exit(7)').status).toBe(7)
    expect(run('process.kill(process.pid, "SIGKILL")').signal).toBe('SIGKILL')
  })

  it('finds the same Node as node', () => {
    const code =
      'const { execSync } = require("child_process"); console.log(String(execSync("node -p process.execPath")) + process.execPath)'
    const [found, running] = run(code).stdout.trim().split('\n')
    expect(found).toBe(running)
  })

  it('is reported how to keep memory, but for what is set already', () => {
    const others = Object.entries(process.env).filter(([variable]) => !variable.startsWith('MALLOC_'))
    const settingsOf = (environment: Readonly<Record<string, string>>) => {
      const code =
        'for (const one of Object.entries(process.env)) if (one[0].startsWith("MALLOC_")) console.log(one.join("="))'
      const env = { ...Object.fromEntries(others), ...environment }
      const { stdout } = spawnSync(process.execPath, [...launcher, '-e', code], { encoding: 'utf8', env })
      return stdout.trim().split('\n').toSorted()
    }
    expect(settingsOf({})).toEqual([
      'MALLOC_ARENA_MAX=2',
      'MALLOC_MMAP_THRESHOLD_=65536',
      'MALLOC_TRIM_THRESHOLD_=131072',
    ])
    expect(settingsOf({ MALLOC_ARENA_MAX: '4', MALLOC_MMAP_THRESHOLD_: '131072' })).toEqual([
      'MALLOC_ARENA_MAX=4',
      'MALLOC_MMAP_THRESHOLD_=131072',
      'MALLOC_TRIM_THRESHOLD_=131072',
    ])
  })

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('is notified of %s, and decides how to end', async (signal) => {
    const { launched, pid } = await start(`process.on('${signal}', () => process.exit(5))`)
    launched.kill(signal)
    expect(await once(launched, 'exit')).toEqual([5, null])
    expect(isAlive(pid)).toBe(false)
  })

  it('ends when npm no longer exists, which had started it', async () => {
    const { launched, pid } = await start('', { npm_lifecycle_event: 'start' }, 'sh')
    launched.kill('SIGKILL')
    await expect.poll(() => isAlive(pid)).toBe(false)
  })

  /** Runs code that then waits, as a child of npm's shell where one is named. */
  async function start(code: string, env: Record<string, string> = {}, shell?: string) {
    const args = [...launcher, '-e', `${code}; setTimeout(() => {}, 30_000); console.log(process.pid)`]
    const { npm_lifecycle_event: _ours, ...others } = process.env
    const options = {
      env: { ...others, ...env },
      stdio: ['ignore', 'pipe', 'inherit'] as ['ignore', 'pipe', 'inherit'],
    }
    const launched =
      shell === undefined
        ? spawn(process.execPath, args, options)
        : spawn(shell, ['-c', '"$@"; exit', 'sh', process.execPath, ...args], options)
    const [text] = (await once(launched.stdout, 'data')) as [Buffer]
    return { launched, pid: Number(String(text)) }
  }
})

describe('the tests', () => {
  const pretend = (version: string) =>
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
  const load = (version: string) =>
    spawnSync(
      process.execPath,
      [
        '--import',
        `data:text/javascript,${encodeURIComponent(pretend(version))}`,
        join(root, 'scripts/launch/refuse-old-node.mjs'),
      ],
      { encoding: 'utf8' },
    )

  it.each(['18.20.4', '22.20.0', '24.14.1'])('refuse in one sentence to start on Node %s', (version) => {
    expect(load(version)).toMatchObject({
      status: 1,
      stderr: `Expected Node 24.15.0 or newer for the tests, but this is ${version}: run npm test, or npm run unit -- FILE for some, which find the right one\n`,
    })
  })

  it.each(['24.15.0', '26.10.0'])('start on Node %s', (version) => {
    expect(load(version)).toMatchObject({ status: 0, stderr: '' })
  })

  it.each(['vitest.config.ts', 'e2e/vitest.config.ts'])('ask that first: %s', (file) => {
    expect(readFileSync(join(root, file), 'utf8')).toMatch(
      /^import '\.{1,2}\/scripts\/launch\/refuse-old-node\.mjs'\nimport '\.{1,2}\/scripts\/launch\/refuse-old-packages\.mjs'\n/,
    )
  })

  /** Begins the tests of a project with this lock, for which npm has installed something. */
  const begin = (wanted: Packages, installed: Packages | null) => {
    const folder = mkdtempSync(join(parent, 'project-'))
    for (const name of ['find-old-packages.mjs', 'refuse-old-packages.mjs'])
      cpSync(join(root, 'scripts/launch', name), join(folder, 'scripts/launch', name))
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: wanted }))
    mkdirSync(join(folder, 'node_modules'))
    if (installed !== null)
      writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }))
    const file = join(folder, 'scripts/launch/refuse-old-packages.mjs')
    const { status, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8' })
    return { status, stderr }
  }
  const lock: Packages = {
    '': {},
    'apps/web': { version: '0.1.0' },
    'node_modules/@millrace/web': { link: true },
    'node_modules/react': { version: '19.3.1' },
    'apps/web/node_modules/react': { version: '18.0.0' },
    'node_modules/for-another-platform': { version: '1.0.0', optional: true },
    'node_modules/of-a-peer': { version: '1.0.0', peer: true },
    'node_modules/vitest': { version: '5.1.1', dev: true },
  }
  const { 'node_modules/vitest': vitest = {}, ...product } = lock
  const { 'node_modules/for-another-platform': _other, 'node_modules/of-a-peer': _peer, ...here } = lock
  const sentence = (what: string) =>
    `Expected the packages in node_modules to be those of package-lock.json, but ${what} is missing or of another version: run npm ci\n`

  it.each<[string, Packages | null]>([
    ['all of the lock', lock],
    ['all but what another platform or a peer needs', here],
    ['more than the lock says', { ...lock, 'node_modules/pend': { version: '1.2.0' } }],
    ['what npm has not written down', null],
  ])('start where there is %s', (_what, installed) => {
    expect(begin(lock, installed)).toEqual({ status: 0, stderr: '' })
  })

  it.each<[string, Packages, string]>([
    ['another version', { ...lock, 'node_modules/react': { version: '19.2.0' } }, 'node_modules/react'],
    [
      'another version of one for this platform',
      { ...lock, 'node_modules/for-another-platform': { version: '0.9.0' } },
      'node_modules/for-another-platform',
    ],
    ['only the product', product, 'node_modules/vitest'],
    ['nothing but the tests', { 'node_modules/vitest': vitest }, 'node_modules/react and 1 more'],
  ])('refuse in one sentence to start where there is %s', (_what, installed, what) => {
    expect(begin(lock, installed)).toEqual({ status: 1, stderr: sentence(what) })
  })

  it('find the packages of this project as npm ci has left them', () => {
    expect(findOldPackages(root)).toEqual([])
  })
})

describe('package.json', () => {
  it('begins each script with the launcher, and runs files that are there', () => {
    for (const [script, command] of Object.entries(scripts)) {
      const [, file = ''] = /^node scripts\/launch\.mjs(?: --\S+)*(?: (\S+).*)?$/.exec(command) ?? []
      expect(command, script).toMatch(/^node scripts\/launch\.mjs/)
      expect(existsSync(join(root, file)), command).toBe(true)
    }
  })

  it('starts servers with limits of the memory of V8, and so does the image', () => {
    const image = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')
    expect(serverFlags.length).toBeGreaterThan(0)
    for (const script of ['start', 'bench'])
      expect(scripts[script]).toMatch(new RegExp(`launch\\.mjs ${serverFlags.join(' ')} \\S+\\.ts$`))
    expect(readFileSync(join(root, 'apps/server/src/testing/run-server.ts'), 'utf8')).toContain(
      `const serverFlags = ['${serverFlags.join("', '")}']`,
    )
    expect(image).toContain(
      `CMD ${JSON.stringify([...serverFlags, 'apps/server/src/main.ts']).replaceAll(',', ', ')}\n`,
    )
  })

  it('has a package with Node for each machine that the launcher knows, and no other', () => {
    expect(Object.keys(optionalDependencies).sort()).toEqual(Object.values(nodePackages).sort())
  })

  it('has no link to Node that would stand in front of the own one', () => {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { bin?: object }>
    }
    for (const packageName of Object.values(nodePackages))
      expect(lock.packages[`node_modules/${packageName}`]).not.toHaveProperty('bin')
  })
})

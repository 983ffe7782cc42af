import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleServer } from './bundle/bundle-server.ts'

/** A server in a separate process, for a test. */
export interface ServerRun {
  readonly child: ChildProcess
  /** All that was printed up to now. */
  output(): string
  /** Waits for words; fails when the process ends first. */
  until(words: RegExp): Promise<RegExpMatchArray>
  /** Waits for the address that the server prints when it is ready. */
  url(): Promise<string>
  /** Waits for its end. @returns its exit code. */
  ended(): Promise<number | null>
}

export interface RunOptions {
  /** The only environment it has, beside `PATH` and where Node keeps what it has compiled. */
  readonly env: Readonly<Record<string, string>>
  /** What Node runs; by default the server's own `main.ts`, which tests have from a bundle. */
  readonly script?: string
  readonly args?: readonly string[]
  readonly node?: string
  readonly cwd?: string
  /** Whom it runs as. */
  readonly account?: { readonly uid: number; readonly gid: number }
}

const findMain = () => (process.env.VITEST === undefined ? join(import.meta.dirname, '../main.ts') : bundleServer())

/** Where Node itself would put it. A start takes half the processor time when it is there. */
const compiled = join(tmpdir(), 'node-compile-cache')

/** As servers of the product are started: `scripts/launch/run-node.mjs` has both, and says why. */
const serverFlags = ['--max-semi-space-size=16', '--heap-growing-percent=50']
const memorySettings = Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('MALLOC_')))

export function runServer({
  env,
  script = findMain(),
  args = [],
  node = process.execPath,
  cwd,
  account,
}: RunOptions): ServerRun {
  const child = spawn(node, [...serverFlags, script, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compiled, ...memorySettings, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd === undefined ? {} : { cwd }),
    ...account,
  })
  let text = ''
  let hasEnded = false
  let wake = () => {}
  const exit = once(child, 'close').then(() => {
    hasEnded = true
    wake()
  })
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part
      wake()
    })
  const until = async (words: RegExp) => {
    for (;;) {
      const match = text.match(words)
      if (match !== null) return match
      if (hasEnded) throw new Error(`Expected “${words.source}”, but the server ended and printed: ${text}`)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  return {
    child,
    output: () => text,
    until,
    url: async () => (await until(/Millrace is at (http:\S+)/))[1] ?? '',
    ended: async () => {
      await exit
      return child.exitCode
    },
  }
}

/** Returns whether a PostgreSQL runs on a data folder. */
export function isPostgresAlive(dataFolder: string): boolean {
  try {
    return process.kill(readPostgresPid(dataFolder), 0)
  } catch {
    return false
  }
}

/** Returns the process id of the PostgreSQL on a data folder. @throws Error when none was started. */
export function readPostgresPid(dataFolder: string): number {
  return Number(readFileSync(join(dataFolder, 'postgres/files/postmaster.pid'), 'utf8').split('\n')[0])
}

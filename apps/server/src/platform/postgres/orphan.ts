import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartFailure } from '../start-failure.ts'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import type { Cluster } from './cluster.ts'
import { isAlive } from './is-alive.ts'
import { connectAsOwner } from './owner.ts'

/**
 * Ends the PostgreSQL that a killed server left running on the cluster, so that this server can start it again. A
 * server that still lives holds the owner's lock: then nothing is touched.
 *
 * @throws StartFailure when another server uses the cluster, or what runs there does not answer.
 */
export async function endOrphan(cluster: Cluster, { pgCtl }: Binaries, account: Account | null): Promise<void> {
  const running = findRunning(cluster.files)
  if (running === null) return
  const { pid, port } = running
  // What just starts or stops answers a moment later.
  for (let attempt = 1; isAlive(pid); attempt++) {
    const owner = await connectAsOwner(cluster, port)
    if (owner.ok) {
      spawnSync(pgCtl, ['stop', '-D', cluster.files, '-m', 'fast', '-w', '-t', '60'], { ...account, cwd: '/' })
      await owner.client.end().catch(() => {})
      return
    }
    // That its owner was killed PostgreSQL finds out when it comes to it.
    const isGone = owner.reason === 'owned' && owner.by !== null && !isAlive(owner.by)
    if (owner.reason === 'owned' && attempt > (isGone ? 100 : 10)) {
      throw new StartFailure(
        `Expected the data folder to be free, but another server uses it (PostgreSQL ${pid} in ${cluster.files}). Stop it, set MILLRACE_DATA to another folder, or share a database with DATABASE_URL.`,
      )
    }
    if (attempt > 100)
      throw new StartFailure(
        `Expected the PostgreSQL that still runs on the data folder (process ${pid}) to answer, but it does not. End it and start again.`,
      )
    await sleep(100)
  }
}

/** Ends an unused PostgreSQL immediately, and waits until it has released its files. */
export async function endAbandoned(files: string): Promise<void> {
  const running = findRunning(files)
  if (running === null) return
  process.kill(running.pid, 'SIGQUIT')
  for (let waited = 0; waited < 10_000 && existsSync(join(files, 'postmaster.pid')); waited += 20) await sleep(20)
}

/** Finds the server that runs on the cluster, from `postmaster.pid`. */
export function findRunning(files: string): { pid: number; port: number } | null {
  const file = join(files, 'postmaster.pid')
  if (!existsSync(file)) return null
  const [pidText, , , portText] = readFileSync(file, 'utf8').split('\n')
  const pid = Number(pidText)
  if (isPostgres(pid)) return { pid, port: Number(portText) }
  // Another program has the number by now (as after a restart of a container), which PostgreSQL would take for itself.
  // Where the number is free it finds out alone, and makes sure that no part of the old one still lives.
  if (isAlive(pid)) rmSync(file)
  return null
}

/** Returns whether a process with this id is PostgreSQL, of any user. */
export function isPostgres(pid: number): boolean {
  if (!isAlive(pid)) return false
  if (process.platform === 'win32') return true
  const command =
    process.platform === 'linux'
      ? readCommand(pid)
      : spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout
  return command.includes('postgres')
}

function readCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

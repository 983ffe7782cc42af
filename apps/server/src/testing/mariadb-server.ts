import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

const program = '/usr/sbin/mariadbd'

/** Whether MariaDB is installed on this machine. */
export const hasMariadb = existsSync(program)

export interface MariadbServer {
  readonly port: number
  /** Ends it at once, as a power cut does. */
  kill(): Promise<void>
  close(): Promise<void>
}

/** Starts a MariaDB for a test with an empty folder. @param statements SQL that its root user runs at the start. */
export async function openMariadb(statements: readonly string[]): Promise<MariadbServer> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-mariadb-'))
  const user = `--user=${userInfo().username}`
  execFileSync(
    'mariadb-install-db',
    ['--no-defaults', `--datadir=${folder}/data`, user, '--auth-root-authentication-method=normal'],
    // What it says is a part of the error when it fails.
    { stdio: 'pipe' },
  )
  const port = await findPort()
  const socket = join(folder, 'socket')
  const server: ChildProcess = spawn(
    program,
    [
      '--no-defaults',
      `--datadir=${folder}/data`,
      user,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--socket=${socket}`,
    ],
    { stdio: 'ignore' },
  )
  const ended = once(server, 'exit')
  const stop = async (signal: NodeJS.Signals) => {
    server.kill(signal)
    await ended
  }
  const run = (statement: string) =>
    execFileSync('mariadb', ['--no-defaults', `--socket=${socket}`, '--user=root', `--execute=${statement}`], {
      stdio: 'pipe',
    })
  for (let tries = 0; ; tries++)
    try {
      run('select 1')
      break
    } catch (error) {
      if (tries === 300 || server.exitCode !== null) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  for (const statement of statements) run(statement)
  return {
    port,
    kill: () => stop('SIGKILL'),
    close: async () => {
      if (server.exitCode === null && server.signalCode === null) await stop('SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function findPort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}

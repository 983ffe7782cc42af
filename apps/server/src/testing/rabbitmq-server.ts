import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestCertificate } from './certificates.ts'
import { findPort, waitForPort } from './find-port.ts'

/** The script of Debian's package starts RabbitMQ as another user; this one does not. */
const programs = '/usr/lib/rabbitmq/bin'

/** Whether RabbitMQ is installed on this machine. */
export const hasRabbitmq = existsSync(join(programs, 'rabbitmq-server'))

export interface RabbitmqServer {
  /** Without encryption. */
  readonly port: number
  readonly tlsPort: number
  /** Runs a command of `rabbitmqctl`. @returns what it prints. */
  control(...args: readonly string[]): Promise<string>
  /** Ends it at once, as a power cut does. */
  kill(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

export interface RabbitmqOptions {
  readonly username: string
  readonly password: string
  readonly certificate: TestCertificate
}

/** Starts a RabbitMQ for a test, with its own folder, cookie, name and ports. It listens on the loopback address only. */
export async function openRabbitmq({ username, password, certificate }: RabbitmqOptions): Promise<RabbitmqServer> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-rabbitmq-'))
  const [port, tlsPort, epmdPort, distPort] = [await findPort(), await findPort(), await findPort(), await findPort()]
  const cookie = join(folder, '.erlang.cookie')
  const files = {
    'cert.pem': certificate.certificate,
    'key.pem': certificate.key,
    enabled_plugins: '[].\n',
    'rabbitmq.conf': [
      `listeners.tcp.1 = 127.0.0.1:${port}`,
      `listeners.ssl.1 = 127.0.0.1:${tlsPort}`,
      `ssl_options.certfile = ${folder}/cert.pem`,
      `ssl_options.keyfile = ${folder}/key.pem`,
      'ssl_options.verify = verify_none',
      `default_user = ${username}`,
      `default_pass = ${password}`,
      'disk_free_limit.absolute = 1MB',
      'log.console.level = none',
      '',
    ].join('\n'),
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  await writeFile(cookie, `cookie${epmdPort}`)
  await chmod(cookie, 0o400)
  const env = {
    ...process.env,
    HOME: folder,
    RABBITMQ_NODENAME: `test${port}@localhost`,
    RABBITMQ_MNESIA_BASE: join(folder, 'data'),
    RABBITMQ_LOG_BASE: join(folder, 'log'),
    RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq.conf'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'enabled_plugins'),
    RABBITMQ_PID_FILE: join(folder, 'pid'),
    RABBITMQ_CONF_ENV_FILE: '/dev/null',
    RABBITMQ_DIST_PORT: String(distPort),
    ERL_EPMD_PORT: String(epmdPort),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '+S 1:1 +sbwt none',
  }
  const control = async (...args: readonly string[]) => {
    const { stdout } = await promisify(execFile)(join(programs, 'rabbitmqctl'), ['-q', ...args], { env })
    return stdout
  }
  const begin = () => {
    const server = spawn(join(programs, 'rabbitmq-server'), [], { env, stdio: 'ignore', detached: true })
    return { server, ended: once(server, 'exit') }
  }
  let running = begin()
  const stop = async (signal: NodeJS.Signals) => {
    const { server, ended } = running
    if (server.exitCode !== null || server.signalCode !== null || server.pid === undefined) return
    process.kill(-server.pid, signal)
    await ended
  }
  const ready = () => waitForPort(tlsPort, { name: 'RabbitMQ', exitCode: () => running.server.exitCode })
  await ready()
  return {
    port,
    tlsPort,
    control,
    kill: () => stop('SIGKILL'),
    start: async () => {
      running = begin()
      await ready()
    },
    close: async () => {
      await stop('SIGKILL')
      // Erlang's daemon for names is a process of its own, on the port of this test.
      await promisify(execFile)('epmd', ['-kill'], { env }).catch(() => {})
      await rm(folder, { recursive: true, force: true })
    },
  }
}

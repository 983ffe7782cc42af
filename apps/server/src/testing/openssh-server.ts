import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { createKeyPair } from './sftp-server.ts'

const program = '/usr/sbin/sshd'
const sftp = '/usr/lib/openssh/sftp-server'

/** Whether OpenSSH's server with SFTP is installed, and the tests run as root, which it needs. */
export const hasOpenssh = existsSync(program) && existsSync(sftp) && userInfo().uid === 0

export interface OpensshServer {
  readonly port: number
  readonly username: string
  /** The private key that is let in. */
  readonly privateKey: string
  /** A folder that it shares. */
  readonly folder: string
  close(): Promise<void>
}

/** Starts an OpenSSH server of the test, with keys and a folder of its own. */
export async function openOpenssh(): Promise<OpensshServer> {
  // The program refuses to start without it. It is empty.
  if (!existsSync('/run/sshd')) mkdirSync('/run/sshd', { mode: 0o755 })
  const base = await mkdtemp(join(tmpdir(), 'millrace-sshd-'))
  const folder = join(base, 'files')
  mkdirSync(folder)
  const [host, user] = [createKeyPair(), createKeyPair()]
  await writeFile(join(base, 'host'), `${host.private}\n`, { mode: 0o600 })
  await writeFile(join(base, 'keys'), `${user.public}\n`, { mode: 0o600 })
  const port = await findPort()
  const settings = [
    ...[`Port ${port}`, 'ListenAddress 127.0.0.1', `HostKey ${base}/host`, `PidFile ${base}/pid`],
    ...[`AuthorizedKeysFile ${base}/keys`, 'StrictModes no', 'PasswordAuthentication no', 'UsePAM no'],
    ...['PermitRootLogin yes', `Subsystem sftp ${sftp}`],
  ]
  await writeFile(join(base, 'config'), settings.join('\n'))
  const server = spawn(program, ['-D', '-e', '-f', join(base, 'config')], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  server.stderr.on('data', (part) => {
    said += part
  })
  const ended = once(server, 'exit')
  for (let tries = 0; !(await answers(port)); tries++)
    if (tries === 300 || server.exitCode !== null) throw new Error(`Expected sshd to start, but: ${said}`)
  return {
    port,
    username: userInfo().username,
    privateKey: user.private,
    folder,
    close: async () => {
      server.kill()
      await ended
      await rm(base, { recursive: true, force: true })
    },
  }
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('Expected a port.')
  return address.port
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'data')
    return true
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 100))
    return false
  } finally {
    socket.destroy()
  }
}

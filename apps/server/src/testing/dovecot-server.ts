import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../platform/postgres/start-postgres.ts'
import type { TestCertificate } from './certificates.ts'

const program = '/usr/sbin/dovecot'

/** Whether Dovecot is installed on this machine and can be started, which needs root for the users of its processes. */
export const hasDovecot = existsSync(program) && userInfo().uid === 0

export interface DovecotServer {
  /** With TLS at once. */
  readonly port: number
  /** With STARTTLS. */
  readonly plainPort: number
  /** Ends it at once, as a power cut does. */
  kill(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

export interface DovecotOptions {
  readonly username: string
  readonly password: string
  readonly certificate: TestCertificate
  /** The address that says whether an access token is good (RFC 7662). */
  readonly introspectionUrl: string
}

/** Starts a Dovecot for a test with empty mailboxes in its own folder. */
export async function openDovecot(options: DovecotOptions): Promise<DovecotServer> {
  const folder = await mkdtemp(join(tmpdir(), 'dovecot-'))
  await chmod(folder, 0o755)
  const [port, plainPort] = [await findFreePort(), await findFreePort()]
  await mkdir(join(folder, 'mail'))
  await chmod(join(folder, 'mail'), 0o777)
  const { username, password, certificate, introspectionUrl } = options
  const files = {
    'cert.pem': certificate.certificate,
    'key.pem': certificate.key,
    passwd: `${username}:{PLAIN}${password}\n`,
    'oauth.conf': `introspection_mode = post\nintrospection_url = ${introspectionUrl}\nusername_attribute = username\nactive_attribute = active\nactive_value = true\n`,
    'dovecot.conf': configOf(folder, { port, plainPort }),
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  let running = start()
  function start() {
    const server = spawn(program, ['-F', '-c', join(folder, 'dovecot.conf')], { stdio: 'ignore', detached: true })
    return { server, ended: once(server, 'exit') }
  }
  const stop = async (signal: NodeJS.Signals) => {
    const { server, ended } = running
    if (server.exitCode !== null || server.signalCode !== null || server.pid === undefined) return
    // With its processes, which would answer on.
    process.kill(-server.pid, signal)
    await ended
  }
  const ready = () => waitFor(port, () => running.server.exitCode)
  await ready()
  return {
    port,
    plainPort,
    kill: () => stop('SIGKILL'),
    start: async () => {
      running = start()
      await ready()
    },
    close: async () => {
      await stop('SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function configOf(folder: string, { port, plainPort }: { readonly port: number; readonly plainPort: number }): string {
  return `
protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
ssl = required
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
disable_plaintext_auth = yes
auth_mechanisms = plain login xoauth2
mail_location = maildir:${folder}/mail/%n
first_valid_uid = 1
mail_max_userip_connections = 100
login_trusted_networks =
auth_failure_delay = 0
passdb {
  driver = passwd-file
  mechanisms = plain login
  args = ${folder}/passwd
}
passdb {
  driver = oauth2
  mechanisms = xoauth2
  args = ${folder}/oauth.conf
}
userdb {
  driver = static
  args = uid=nobody gid=nogroup home=${folder}/mail/%n
}
service imap-login {
  inet_listener imap {
    port = ${plainPort}
  }
  inet_listener imaps {
    port = ${port}
    ssl = yes
  }
}
namespace inbox {
  inbox = yes
  separator = /
}
`
}

async function waitFor(port: number, exitCode: () => number | null): Promise<void> {
  for (let tries = 0; ; tries++) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect({ host: '127.0.0.1', port })
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isOpen) return
    if (tries === 300 || exitCode() !== null) throw new Error('Expected Dovecot to start.')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

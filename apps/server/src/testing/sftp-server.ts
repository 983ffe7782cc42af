import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { posix } from 'node:path'
import ssh2 from 'ssh2'

export interface SftpServer {
  readonly port: number
  /** What was sent to sign in, in its order. */
  readonly tried: readonly string[]
  /** Ends what is open and takes another key. */
  changeKey(): Promise<void>
  close(): Promise<void>
}

export interface SftpServerOptions {
  readonly username: string
  readonly password: string
  /** A public key that is let in as well. */
  readonly publicKey?: string
  /** Contents by their whole paths. */
  readonly files: Readonly<Record<string, string>>
  /** Links by their whole paths, with where they lead. */
  readonly links?: Readonly<Record<string, string>>
}

const { STATUS_CODE } = ssh2.utils.sftp
const [fileMode, folderMode] = [0o100_644, 0o040_755]

/** An SFTP server of the test process, with files in memory that can be read. */
export async function openSftpServer(options: SftpServerOptions): Promise<SftpServer> {
  const tried: string[] = []
  const clients = new Set<ssh2.Connection>()
  const start = (port: number) => {
    const { private: key } = ssh2.utils.generateKeyPairSync('ed25519')
    const server = new ssh2.Server({ hostKeys: [key] }, (client) => {
      clients.add(client)
      client.on('close', () => clients.delete(client))
      client.on('error', () => {})
      client.on('authentication', (attempt) => letIn(attempt, options, tried))
      client.on('session', (accept) => {
        accept().on('sftp', (open) => serve(open(), options))
      })
    })
    server.listen(port, '127.0.0.1')
    return server
  }
  let server = start(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const stop = async () => {
    for (const client of clients) client.end()
    const closed = once(server, 'close')
    server.close()
    await closed
  }
  return {
    port,
    tried,
    changeKey: async () => {
      await stop()
      server = start(port)
      await once(server, 'listening')
    },
    close: stop,
  }
}

function letIn(attempt: ssh2.AuthContext, options: SftpServerOptions, tried: string[]): void {
  if (attempt.method === 'password') tried.push(attempt.password)
  if (isRight(attempt, options)) attempt.accept()
  else attempt.reject(['password', 'publickey'])
}

function isRight(attempt: ssh2.AuthContext, { username, password, publicKey }: SftpServerOptions): boolean {
  if (attempt.username !== username) return false
  if (attempt.method === 'password') return attempt.password === password
  if (attempt.method !== 'publickey' || publicKey === undefined) return false
  const known = ssh2.utils.parseKey(publicKey)
  if (known instanceof Error || !attempt.key.data.equals(known.getPublicSSH())) return false
  // At first the client only asks whether the key would do.
  return (
    attempt.signature === undefined ||
    known.verify(attempt.blob as Buffer, attempt.signature, attempt.hashAlgo) === true
  )
}

function serve(sftp: ssh2.SFTPWrapper, { files, links = {} }: SftpServerOptions): void {
  const handles: string[] = []
  const isFolder = (path: string) => Object.keys(files).some((name) => name.startsWith(`${path}/`))
  const contentOf = (handle: Buffer) => Buffer.from(files[handles[handle.readUInt32BE()] ?? ''] ?? '')
  sftp.on('REALPATH', (id, path) => {
    const whole = posix.normalize(path)
    sftp.name(id, [{ filename: links[whole] ?? whole, longname: '', attrs: {} as ssh2.Attributes }])
  })
  sftp.on('STAT', (id, path) => {
    const content = files[path]
    const mode = content === undefined ? folderMode : fileMode
    if (content === undefined && !isFolder(path)) sftp.status(id, STATUS_CODE.NO_SUCH_FILE)
    else sftp.attrs(id, { mode, uid: 0, gid: 0, size: content?.length ?? 0, atime: 0, mtime: 0 })
  })
  sftp.on('OPEN', (id, path) => {
    const handle = Buffer.alloc(4)
    handle.writeUInt32BE(handles.push(path) - 1)
    sftp.handle(id, handle)
  })
  sftp.on('READ', (id, handle, offset, length) => {
    const part = contentOf(handle).subarray(offset, offset + length)
    if (part.length === 0) sftp.status(id, STATUS_CODE.EOF)
    else sftp.data(id, part)
  })
}

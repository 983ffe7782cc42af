import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { posix } from 'node:path'
import ssh2 from 'ssh2'

export interface SftpServer {
  readonly port: number
  /** Contents by their whole paths, as they are now. */
  readonly files: Map<string, Buffer>
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
  /** Names that listings have beside those of files. */
  readonly strayNames?: readonly string[]
  /** Whether the connection breaks instead of an answer to a change. */
  readonly breaks?: () => boolean
  /** Whether a file may not get a name. */
  readonly refusesName?: (path: string) => boolean
  /** Whether nothing more may be written. */
  readonly refusesParts?: () => boolean
  /** Links by their whole paths, with where they lead. */
  readonly links?: Readonly<Record<string, string>>
}

const { STATUS_CODE } = ssh2.utils.sftp
const [fileMode, folderMode, linkMode] = [0o100_644, 0o040_755, 0o120_777]

/** Starts an SFTP server in the test process, with files in memory. */
export async function openSftpServer(options: SftpServerOptions): Promise<SftpServer> {
  const tried: string[] = []
  const files = new Map(Object.entries(options.files).map(([path, content]) => [path, Buffer.from(content)]))
  const clients = new Set<ssh2.Connection>()
  const start = (port: number) => {
    const { private: key } = createKeyPair()
    const server = new ssh2.Server({ hostKeys: [key] }, (client) => {
      // As OpenSSH does. Its types have it for clients only.
      Object.assign<ssh2.Connection, { setNoDelay?(isOn: boolean): void }>(client, {}).setNoDelay?.(true)
      clients.add(client)
      client.on('close', () => clients.delete(client))
      client.on('error', () => {})
      client.on('authentication', (attempt) => letIn(attempt, options, tried))
      client.on('session', (accept) => {
        accept().on('sftp', (open) => serve(open(), { ...options, files, end: () => client.end() }))
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
    files,
    tried,
    changeKey: async () => {
      await stop()
      server = start(port)
      await once(server, 'listening')
    },
    close: stop,
  }
}

/**
 * Creates a key pair for SSH. It tries again until ssh2 can read the key, because ssh2 sometimes writes keys that it
 * cannot read.
 */
export function createKeyPair(): { readonly private: string; readonly public: string } {
  for (;;) {
    const pair = ssh2.utils.generateKeyPairSync('ed25519')
    if (!(ssh2.utils.parseKey(pair.private) instanceof Error)) return pair
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

interface Served extends Omit<SftpServerOptions, 'files'> {
  readonly files: Map<string, Buffer>
  readonly end: () => void
}

function serve(
  sftp: ssh2.SFTPWrapper,
  { files, links = {}, strayNames = [], breaks = () => false, refusesName, refusesParts, end }: Served,
): void {
  const handles: { readonly path: string; isRead: boolean }[] = []
  const isFolder = (path: string) => [...files.keys()].some((name) => name.startsWith(`${path}/`))
  const opened = (handle: Buffer) => handles[handle.readUInt32BE()] ?? { path: '', isRead: true }
  const contentOf = (handle: Buffer) => files.get(opened(handle).path) ?? Buffer.alloc(0)
  const open = (id: number, path: string) => {
    const handle = Buffer.alloc(4)
    handle.writeUInt32BE(handles.push({ path, isRead: false }) - 1)
    sftp.handle(id, handle)
  }
  const attrsOf = (path: string) => {
    const content = files.get(path)
    const mode = content === undefined ? folderMode : fileMode
    return { mode, uid: 0, gid: 0, size: content?.length ?? 0, atime: 0, mtime: 1_700_000_000 }
  }
  const stat = (id: number, path: string) => {
    if (!files.has(path) && !isFolder(path)) sftp.status(id, STATUS_CODE.NO_SUCH_FILE)
    else sftp.attrs(id, attrsOf(path))
  }
  const follow = (path: string) => {
    const link = Object.keys(links).find((one) => path === one || path.startsWith(`${one}/`))
    return link === undefined ? path : posix.join(links[link] ?? '', path.slice(link.length))
  }
  const done = (id: number, code: number = STATUS_CODE.OK) => (breaks() ? end() : sftp.status(id, code))
  sftp.on('REALPATH', (id, path) => {
    const whole = posix.normalize(path).replace(/(?<=.)\/$/, '')
    sftp.name(id, [{ filename: follow(whole), longname: '', attrs: {} as ssh2.Attributes }])
  })
  sftp.on('STAT', stat)
  sftp.on('LSTAT', (id, path) => {
    if (links[path] === undefined) stat(id, path)
    else sftp.attrs(id, { ...attrsOf(path), mode: linkMode })
  })
  sftp.on('FSTAT', (id, handle) => stat(id, opened(handle).path))
  sftp.on('OPEN', (id, path, flags) => {
    const { EXCL, CREAT } = ssh2.utils.sftp.OPEN_MODE
    if (flags & EXCL && files.has(path)) return sftp.status(id, STATUS_CODE.FAILURE)
    if (flags & CREAT && !files.has(path)) files.set(path, Buffer.alloc(0))
    open(id, path)
  })
  sftp.on('READ', (id, handle, offset, length) => {
    const part = contentOf(handle).subarray(offset, offset + length)
    if (part.length === 0) sftp.status(id, STATUS_CODE.EOF)
    else sftp.data(id, part)
  })
  sftp.on('WRITE', (id, handle, offset, data) => {
    if (refusesParts?.() === true) return sftp.status(id, STATUS_CODE.PERMISSION_DENIED)
    const before = contentOf(handle)
    files.set(
      opened(handle).path,
      Buffer.concat([before.subarray(0, offset), data, before.subarray(offset + data.length)]),
    )
    sftp.status(id, STATUS_CODE.OK)
  })
  sftp.on('CLOSE', (id) => sftp.status(id, STATUS_CODE.OK))
  sftp.on('OPENDIR', (id, path) => {
    if (isFolder(path)) open(id, path)
    else sftp.status(id, STATUS_CODE.NO_SUCH_FILE)
  })
  sftp.on('READDIR', (id, handle) => {
    const folder = opened(handle)
    if (folder.isRead) return sftp.status(id, STATUS_CODE.EOF)
    folder.isRead = true
    const paths = [...files.keys()].filter((path) => posix.dirname(path) === folder.path)
    const names = paths.map((path) => ({ filename: posix.basename(path), longname: '', attrs: attrsOf(path) }))
    const strays = strayNames.map((filename) => ({ filename, longname: '', attrs: { ...attrsOf(''), mode: fileMode } }))
    sftp.name(id, [...names, ...strays] as never)
  })
  sftp.on('RENAME', (id, from, to) => {
    const content = files.get(from)
    if (content === undefined) return sftp.status(id, STATUS_CODE.NO_SUCH_FILE)
    if (files.has(to) || refusesName?.(to) === true) return sftp.status(id, STATUS_CODE.FAILURE)
    files.delete(from)
    files.set(to, content)
    done(id)
  })
  sftp.on('REMOVE', (id, path) => done(id, files.delete(path) ? STATUS_CODE.OK : STATUS_CODE.NO_SUCH_FILE))
}

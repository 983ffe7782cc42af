import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { posix } from 'node:path'
import { createSecureContext, TLSSocket } from 'node:tls'
import type { TestCertificate } from './certificates.ts'

export interface FtpsServer {
  readonly port: number
  /** Contents by their whole paths, as they are now. */
  readonly files: Map<string, Buffer>
  /** Commands, as they arrived. */
  readonly commands: string[]
  close(): Promise<void>
}

export interface FtpsOptions {
  readonly username: string
  readonly password: string
  readonly files: Readonly<Record<string, string>>
  readonly certificate: TestCertificate
  /** The certificates of the transfers of a connection, in their order; the last one is for all that follow. */
  readonly transferCertificates?: readonly TestCertificate[]
  /** Refuses TLS. */
  readonly isPlain?: boolean
  /** TLS begins at once. */
  readonly isImplicit?: boolean
  /** Without MLSD, as older servers are. */
  readonly isOld?: boolean
  /** Lines that listings have beside those of files. */
  readonly strayLines?: readonly string[]
  /** The answer to a command, in place of the usual one. */
  readonly reply?: (command: string) => string | null
}

const time = '20231114221320'

/** Starts an FTP server with TLS in the test process, with files in memory. It only supports passive transfers. */
export async function openFtpsServer(options: FtpsOptions): Promise<FtpsServer> {
  const files = new Map(Object.entries(options.files).map(([path, content]) => [path, Buffer.from(content)]))
  const commands: string[] = []
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    serve(socket, { ...options, files, commands, open })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    files,
    commands,
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface Served extends Omit<FtpsOptions, 'files'> {
  readonly files: Map<string, Buffer>
  readonly commands: string[]
  readonly open: Set<Socket>
}

function serve(raw: Socket, options: Served): void {
  const {
    files,
    commands,
    username,
    password,
    certificate,
    isPlain,
    isImplicit,
    isOld,
    strayLines = [],
    reply,
  } = options
  let control: Socket = raw
  let user = ''
  let isIn = false
  let transferred = 0
  let from = ''
  let transfers: Server | null = null
  let incoming: Promise<Socket> | null = null
  const secure = (socket: Socket, { certificate: cert, key }: TestCertificate) => {
    const secured = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext({ cert, key }) })
    secured.on('error', () => {})
    return secured
  }
  const say = (line: string) => control.write(`${line}\r\n`)
  const isFolder = (path: string) => path === '/' || [...files.keys()].some((name) => name.startsWith(`${path}/`))
  const transfer = async (work: (socket: Socket) => Promise<void> | void) => {
    say('150 Here it comes.')
    const waiting = incoming
    incoming = null
    if (waiting === null) return say('425 Use PASV first.')
    const { transferCertificates: certificates = [] } = options
    const socket = secure(await waiting, certificates[Math.min(transferred++, certificates.length - 1)] ?? certificate)
    await work(socket)
    transfers?.close()
    say('226 Done.')
  }
  const listen = async () => {
    transfers?.close()
    const listening = createServer()
    transfers = listening
    incoming = once(listening, 'connection').then(([socket]: unknown[]) => {
      options.open.add(socket as Socket)
      ;(socket as Socket).on('error', () => {})
      return socket as Socket
    })
    listening.listen(0, '127.0.0.1')
    await once(listening, 'listening')
    return (listening.address() as AddressInfo).port
  }
  const receive = (path: string, before: Buffer) =>
    transfer(async (socket) => {
      const parts: Buffer[] = []
      for await (const part of socket) parts.push(part as Buffer)
      files.set(path, Buffer.concat([before, ...parts]))
    })
  const list = (folder: string, isNew: boolean) =>
    transfer(async (socket) => {
      const inside = [...files].filter(([path]) => posix.dirname(path) === folder)
      const lines = inside.map(([path, { length }]) =>
        isNew
          ? `type=file;size=${length};modify=${time}; ${posix.basename(path)}`
          : `-rw-r--r-- 1 ftp ftp ${length} Nov 14 22:13 ${posix.basename(path)}`,
      )
      socket.end([...lines, ...strayLines].map((line) => `${line}\r\n`).join(''))
      await once(socket, 'finish')
    })

  const carryOut = async (line: string): Promise<unknown> => {
    const [, word = '', rest = ''] = /^(\S+) ?(.*)$/.exec(line) ?? []
    const other = reply?.(line)
    if (other !== null && other !== undefined) return say(other)
    const path = posix.resolve('/', rest)
    const file = files.get(path)
    switch (word.toUpperCase()) {
      case 'AUTH':
        if (isPlain === true) return say('502 No.')
        say('234 Go.')
        control = secure(raw, certificate)
        return take(control)
      case 'USER':
        user = rest
        return say('331 Password?')
      case 'PASS':
        isIn = user === username && rest === password
        return say(isIn ? '230 Welcome.' : '530 No.')
      case 'FEAT':
        return say(isOld === true ? '211 None' : '211-These:\r\n MLST size;modify;type;\r\n211 End')
      case 'TYPE':
      case 'STRU':
      case 'OPTS':
      case 'PBSZ':
      case 'PROT':
        return say('200 Fine.')
    }
    if (!isIn) return say('530 Sign in first.')
    switch (word.toUpperCase()) {
      case 'CWD':
        return say(isFolder(path) ? '250 Fine.' : '550 None.')
      case 'EPSV':
        return say(`229 Here (|||${await listen()}|)`)
      case 'MLSD':
      case 'LIST':
        return list(posix.resolve('/', rest.replace(/^-a ?/, '')), word.toUpperCase() === 'MLSD')
      case 'SIZE':
        return say(file === undefined ? '550 None.' : `213 ${file.length}`)
      case 'MDTM':
        return say(file === undefined ? '550 None.' : `213 ${time}`)
      case 'RETR':
        if (file === undefined) return say('550 None.')
        return transfer(async (socket) => {
          socket.end(file)
          await once(socket, 'finish')
        })
      case 'STOR':
        return isFolder(posix.dirname(path)) ? receive(path, Buffer.alloc(0)) : say('550 No folder.')
      case 'APPE':
        return receive(path, file ?? Buffer.alloc(0))
      case 'RNFR':
        from = path
        return say(file === undefined ? '550 None.' : '350 To?')
      case 'RNTO':
        if (!isFolder(posix.dirname(path))) return say('550 No folder.')
        files.set(path, files.get(from) ?? Buffer.alloc(0))
        files.delete(from)
        return say('250 Fine.')
      case 'DELE':
        return say(files.delete(path) ? '250 Fine.' : '550 None.')
      case 'QUIT':
        return control.end('221 Bye.\r\n')
      default:
        return say('502 No.')
    }
  }
  const take = (socket: Socket) => {
    let text = ''
    socket.on('error', () => {})
    socket.on('data', (bytes: Buffer) => {
      text += bytes.toString()
      for (let at = text.indexOf('\r\n'); at >= 0; at = text.indexOf('\r\n')) {
        const line = text.slice(0, at)
        text = text.slice(at + 2)
        commands.push(line)
        carryOut(line).catch(() => control.destroy())
      }
    })
  }
  if (isImplicit === true) control = secure(raw, certificate)
  take(control)
  say('220 Ready.')
}

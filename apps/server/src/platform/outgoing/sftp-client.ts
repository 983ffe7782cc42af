import { createHash } from 'node:crypto'
import type { Client, SFTPWrapper } from 'ssh2'
import type { AllowedAddresses } from './addresses.ts'
import { createGuard } from './guard.ts'
import type { OpenFolder } from './open-folder.ts'
import { OutgoingFailure } from './outgoing-failure.ts'
import { callSftp as call, sftpCodeOf as codeOf, openSftpFolder, type SftpChange, sftpCodes } from './sftp-folder.ts'

/** The address of a folder on an SFTP server, and the sign-in there. */
export interface SftpPlace {
  readonly host: string
  readonly port: number
  readonly username: string
  /** The kind of the secret. */
  readonly signIn: 'password' | 'key'
  readonly secret: string
  /** The host key in the format of OpenSSH, `SHA256:…`. Empty: it is not known yet. */
  readonly hostKey: string
  readonly folder: string
  /** The time limit of the whole call, in milliseconds. */
  readonly timeoutMs: number
}

/** The only access to files on SFTP servers. It refuses a server whose key differs from the known key. */
export interface SftpClient {
  /** Checks that the folder exists. @returns the key of the host. @throws OutgoingFailure otherwise. */
  check(place: SftpPlace): Promise<string>
  /**
   * Lends the folder, where the key of the host is known.
   *
   * @throws OutgoingFailure where something cannot be done, or takes too long.
   */
  open<T>(place: SftpPlace, work: (folder: OpenFolder) => Promise<T>): Promise<T>
}

const final = { isFinal: true } as const

/** Creates a client with a connection for each file, to the addresses that are also allowed for HTTP calls. */
export function createSftpClient({ allowed }: { readonly allowed: AllowedAddresses }): SftpClient {
  const guard = createGuard(allowed)

  const within = async <T>(place: SftpPlace, work: (sftp: SFTPWrapper, opened: Opened) => Promise<T>): Promise<T> => {
    const { Client, utils } = (await import('ssh2')).default
    const client = new Client()
    const seen: Seen = { hostKey: '', change: { isStarted: false } }
    const time = new AbortController()
    const timer = setTimeout(() => time.abort(), place.timeoutMs)
    try {
      const isKey = place.signIn === 'key'
      if (isKey && utils.parseKey(place.secret) instanceof Error)
        throw new OutgoingFailure('Expected a private key without a passphrase as the secret, but it is none.', final)
      const late = new Promise<never>((_, reject) => {
        time.signal.addEventListener('abort', () =>
          reject(
            new OutgoingFailure(`Expected ${place.host} to answer within ${place.timeoutMs} ms, but it did not.`, {
              mayHaveArrived: seen.change.isStarted,
            }),
          ),
        )
      })
      const working = (async () => {
        const address = await guard.resolve(place.host)
        time.signal.throwIfAborted()
        const sftp = await signIn(client, place, { address, seen })
        const folder = await call<string>((done) => sftp.realpath(place.folder, done))
        return work(sftp, { folder, ...seen })
      })()
      return await Promise.race([working, late])
    } catch (error) {
      throw describe(error, place, seen)
    } finally {
      clearTimeout(timer)
      // What comes after that is nobody's business.
      client.on('error', () => {})
      client.destroy()
    }
  }

  return {
    check: (place) =>
      within(place, async (sftp, { folder, hostKey }) => {
        const found = await call<{ isDirectory(): boolean }>((done) => sftp.stat(folder, done))
        if (!found.isDirectory())
          throw new OutgoingFailure(`Expected a folder ${place.folder}, but it is something else.`, final)
        return hostKey
      }),
    open: async (place, work) => {
      if (place.hostKey === '')
        throw new OutgoingFailure(
          `Expected the key of ${place.host} to be known, but it is not. Test the connection first.`,
          final,
        )
      return within(place, (sftp, { folder, change }) =>
        work(openSftpFolder(sftp, { folder, shown: place.folder, change })),
      )
    },
  }
}

interface Opened extends Seen {
  /** The real path of the folder, after links are resolved. */
  readonly folder: string
}

/** The key of a host, and the changes made during the connection. */
interface Seen {
  hostKey: string
  readonly change: SftpChange
}

function signIn(
  client: Client,
  { port, username, signIn: way, secret, hostKey, timeoutMs }: SftpPlace,
  { address, seen }: { readonly address: string; readonly seen: Seen },
): Promise<SFTPWrapper> {
  return new Promise((resolve, reject) => {
    client.on('error', reject)
    client.on('close', () => reject(new Error('closed')))
    client.on('ready', () => client.sftp((error, sftp) => (error === undefined ? resolve(sftp) : reject(error))))
    client.connect({
      host: address,
      port,
      username,
      ...(way === 'key' ? { privateKey: secret } : { password: secret }),
      readyTimeout: timeoutMs,
      // Before anything of the sign-in is sent.
      hostVerifier: (key: Buffer) => {
        seen.hostKey = `SHA256:${createHash('sha256').update(key).digest('base64').replaceAll('=', '')}`
        return hostKey === '' || hostKey === seen.hostKey
      },
    })
    // Its small messages each wait for an answer: collected by TCP, a sign-in takes 0.7 s instead of 0.04 s.
    client.setNoDelay(true)
  })
}

/** In words that name the place as it was entered. */
function describe(error: unknown, { host, port, username, folder, hostKey }: SftpPlace, seen: Seen): unknown {
  if (error instanceof OutgoingFailure) return error
  if (hostKey !== '' && seen.hostKey !== '' && seen.hostKey !== hostKey)
    return new OutgoingFailure(
      `Expected ${host} to have the key ${hostKey}, but it has ${seen.hostKey}. Nothing was sent. If whoever runs it confirms that key, empty the host key, save and test again.`,
      final,
    )
  if ((error as { readonly level?: unknown }).level === 'client-authentication')
    return new OutgoingFailure(`Expected ${host} to let “${username}” in, but it refuses. Check the sign-in.`, final)
  switch (codeOf(error)) {
    case sftpCodes.noFile:
      return new OutgoingFailure(`Expected a file or folder in ${folder} of ${host}, but it is not there.`)
    case sftpCodes.noRight:
      return new OutgoingFailure(`Expected “${username}” to be permitted to do this, but ${host} refuses.`, final)
    default: {
      const code = codeOf(error)
      const why = typeof code === 'string' ? `: ${code}` : ''
      return new OutgoingFailure(`Expected SFTP at ${host}, port ${port}, but the connection failed${why}.`, {
        mayHaveArrived: seen.change.isStarted,
      })
    }
  }
}

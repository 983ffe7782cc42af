import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { createAuthority } from '@millrace/server/testing/certificates'
import { type FtpsOptions, openFtpsServer } from '@millrace/server/testing/ftps-server'
import { multistatus, openWebDavServer, responseOf, type WebDavOptions } from '@millrace/server/testing/webdav-server'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { startS3 } from '../files/testing/start-s3.ts'
import { readAllowedAddresses } from './addresses.ts'
import type { OpenFolder } from './open-folder.ts'
import { createRemoteFolders, type RemotePlace } from './remote-folders.ts'

const allowed = readAllowedAddresses('127.0.0.1')
if (allowed === null) throw new Error('Expected an address.')
const remote = createRemoteFolders({ allowed })
const authority = await createAuthority()
const [certificate, another] = [await authority.issue('localhost'), await authority.issue('localhost')]

const sign = { username: 'writer', password: 'hush-hush-9' }
const files = {
  '/up/in/a b+ü.csv': 'a\n1\n',
  '/up/in/b.csv': 'b',
  '/up/in/.millrace-1.part': 'half',
  '/up/in/deep/c.csv': 'c',
  '/up/done/old.csv': 'old',
  '/secret.txt': 'a secret',
}
const dav = await openWebDavServer({ ...sign, files, certificate })
const ftps = await openFtpsServer({ ...sign, files, certificate })
const oldFtps = await openFtpsServer({ ...sign, files, certificate, isOld: true, isImplicit: true })
const storage = await startS3()
afterAll(() => Promise.all([dav.close(), ftps.close(), oldFtps.close()]))

const place: Omit<RemotePlace, 'place'> = {
  ...{
    host: '127.0.0.1',
    port: 0,
    baseUrl: '',
    bucket: '',
    region: '',
    username: sign.username,
    secret: sign.password,
  },
  ...{ signIn: 'password', ftpsMode: 'explicit', trust: 'pinned', hostKey: '', folder: '/up', timeoutMs: 20_000 },
}
const s3: RemotePlace = {
  ...place,
  ...{ place: 's3', baseUrl: storage.config.endpoint, bucket: storage.config.bucket, trust: 'authority' },
  ...{ username: storage.config.accessKey, secret: storage.config.secretKey },
}
const davPlace: RemotePlace = { ...place, place: 'webdav', baseUrl: dav.url }
const ftpsPlace: RemotePlace = { ...place, place: 'ftps', port: ftps.port }
const oldFtpsPlace: RemotePlace = { ...ftpsPlace, port: oldFtps.port, ftpsMode: 'implicit' }
await remote.open({ ...s3, folder: '/' }, async (folder) => {
  for (const [path, content] of Object.entries(files)) await folder.write(path.slice(1), parts(content), 'replace')
})

async function* parts(...all: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const part of all) yield Buffer.from(part)
}

/** Opens a folder whose certificate, if there is one, is pinned by a test before. */
async function use<T>(to: RemotePlace, work: (folder: OpenFolder) => Promise<T>): Promise<T> {
  const hostKey = (await remote.check(to)) ?? ''
  return remote.open({ ...to, hostKey }, work)
}
const read = (folder: OpenFolder, path: string) => folder.read(path, (content) => text(content))
const namesIn = async (folder: OpenFolder, path: string) => (await folder.list(path, 100)).map(({ name }) => name)

describe.each([
  ['S3', s3, false],
  ['WebDAV', davPlace, false],
  ['FTPS', ftpsPlace, true],
  ['implicit FTPS without MLSD', oldFtpsPlace, true],
])('a folder by %s', (_, to, appends) => {
  it('has files that are listed, found, read, written, moved and removed', async () => {
    await use(to, async (folder) => {
      expect(await namesIn(folder, 'in')).toEqual(['a b+ü.csv', 'b.csv'])
      const [listed] = await folder.list('in', 100)
      expect(await folder.find('in/a b+ü.csv')).toEqual(listed)
      expect(await read(folder, 'in/a b+ü.csv')).toBe('a\n1\n')
      expect([await folder.find('in/none.csv'), await folder.find('in')]).toEqual([null, null])
      await expect(read(folder, 'in/none.csv')).rejects.toMatchObject({ detail: { code: 'missing' } })

      expect(await folder.write('in/new.csv', parts('x', 'y'), 'refuse')).toBe(2)
      expect(await folder.write('in/new.csv', parts('z'), 'replace')).toBe(1)
      await expect(folder.write('in/new.csv', parts('w'), 'refuse')).rejects.toMatchObject({
        detail: { code: 'exists' },
        mayHaveArrived: false,
      })
      expect(await read(folder, 'in/new.csv')).toBe('z')
      expect(await folder.write('in/empty.csv', parts(), 'replace')).toBe(0)

      await expect(folder.move('in/new.csv', 'done/old.csv', { replaces: false })).rejects.toMatchObject({
        detail: { code: 'exists' },
      })
      await folder.move('in/new.csv', 'done/ü+.csv', { replaces: false })
      await folder.move('in/empty.csv', 'done/old.csv', { replaces: true })
      expect(await namesIn(folder, 'in')).toEqual(['a b+ü.csv', 'b.csv'])
      expect([await read(folder, 'done/ü+.csv'), await read(folder, 'done/old.csv')]).toEqual(['z', ''])
      await folder.remove('done/ü+.csv')
      const missing = { detail: { code: 'missing' } }
      await expect(folder.remove('done/ü+.csv')).rejects.toMatchObject(missing)
      await expect(folder.move('in/none.csv', 'done/x', { replaces: true })).rejects.toMatchObject(missing)
      expect(await namesIn(folder, 'done')).toEqual(['old.csv'])
    })
  })

  it(`${appends ? 'is' : 'cannot be'} appended to`, async () => {
    await use(to, async (folder) => {
      await folder.write('own.txt', parts('a'), 'replace')
      const appended = folder.write('own.txt', parts('b', 'c'), 'append')
      if (appends) expect(await appended).toBe(2)
      else await expect(appended).rejects.toMatchObject({ isFinal: true, mayHaveArrived: false })
      expect(await read(folder, 'own.txt')).toBe(appends ? 'abc' : 'a')
    })
  })

  it('is not left by a path, and no command is hidden in one', async () => {
    await use(to, async (folder) => {
      for (const path of [
        '../secret.txt',
        '/secret.txt',
        'in/../../secret.txt',
        'in//b.csv',
        'a\r\nDELE b',
        'x\\y',
        'a\0',
      ])
        for (const work of [
          () => read(folder, path),
          () => folder.find(path),
          () => folder.list(path, 10),
          () => folder.write(path, parts('x'), 'replace'),
          () => folder.move('in/b.csv', path, { replaces: true }),
          () => folder.move(path, 'in/x.csv', { replaces: true }),
          () => folder.remove(path),
        ])
          await expect(work()).rejects.toThrow('leads out of it')
      expect(await read(folder, 'in/b.csv')).toBe('b')
    })
  })

  it('refuses a wrong password in words without it', async () => {
    const failure = await remote.check({ ...to, secret: 'not-this-one' }).catch((error: unknown) => error)
    expect(failure).toMatchObject({ message: expect.stringContaining('but it refuses'), isFinal: true })
    expect(String(failure)).not.toContain('not-this-one')
  })

  it('has to be there, where the protocol knows folders', async () => {
    const missing = remote.check({ ...to, folder: '/nowhere' })
    if (to.place === 's3') expect(await missing).toBeNull()
    else await expect(missing).rejects.toThrow(/^Expected a folder \/nowhere at 127\.0\.0\.1/)
  })

  it('has many files, of which no more are listed than wanted', async () => {
    await use(to, (folder) => expect(folder.list('in', 1)).rejects.toThrow('Expected at most 1 files'))
  })
})

it('a large file goes through S3 in parts, and appears as a whole', async () => {
  const size = 20 * 1024 * 1024 + 5
  async function* content() {
    for (let sent = 0; sent < size; sent += 1024 * 1024)
      yield Buffer.alloc(Math.min(1024 * 1024, size - sent), sent % 251)
  }
  await use(s3, async (folder) => {
    expect(await folder.write('large.bin', content(), 'refuse')).toBe(size)
    let [bytes, sum] = [0, 0]
    await folder.read('large.bin', async (all) => {
      for await (const part of all) {
        bytes += part.length
        sum += part.at(-1) ?? 0
      }
    })
    expect(bytes).toBe(size)
    expect(sum).toBeGreaterThan(0)
    const breaking = async function* () {
      yield* content()
      throw new Error('the source is away')
    }
    await expect(folder.write('broken.bin', breaking(), 'replace')).rejects.toThrow('the source is away')
    expect(await folder.find('broken.bin')).toBeNull()
    expect(await folder.isCopyOf?.('in/b.csv', 'in/a b+ü.csv')).toBe(false)
    await folder.write('done/b.csv', parts('b'), 'replace')
    expect(await folder.isCopyOf?.('in/b.csv', 'done/b.csv')).toBe(true)
    for (const path of ['large.bin', 'done/b.csv']) await folder.remove(path)
  })
})

describe('a certificate', () => {
  it.each([
    ['WebDAV', davPlace, () => dav.requests],
    ['FTPS', ftpsPlace, () => ftps.commands.filter((line) => /^(?:USER|PASS)/.test(line))],
  ])('of %s is verified, or pinned at the first test', async (_, to, sent) => {
    await expect(remote.check({ ...to, trust: 'authority' })).rejects.toThrow('that can be verified, but it cannot')
    await expect(remote.open(to, async () => {})).rejects.toThrow('Test the connection first.')
    const key = await remote.check(to)
    expect(key).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/)
    const before = sent().length
    const hostKey = `SHA256:${'A'.repeat(43)}`
    for (const work of [
      remote.check({ ...to, hostKey }),
      remote.open({ ...to, hostKey }, (folder) => folder.find('x')),
    ])
      await expect(work).rejects.toThrow(`to have the certificate ${hostKey}, but it has ${key}. Nothing was sent.`)
    expect(sent()).toHaveLength(before)
  })

  it('of a transfer by FTPS is compared with the pinned one', async () => {
    const server = await openFtpsServer({ ...sign, files, certificate, transferCertificates: [another] })
    onTestFinished(() => server.close())
    await use({ ...ftpsPlace, port: server.port }, async (folder) => {
      await expect(folder.write('in/stolen.csv', parts('x'), 'append')).rejects.toThrow()
    }).catch(() => {})
    expect(server.files.get('/up/in/stolen.csv')?.toString() ?? '').toBe('')
  })

  it('of each later transfer by FTPS is compared, too', async () => {
    const server = await openFtpsServer({ ...sign, files, certificate, transferCertificates: [certificate, another] })
    onTestFinished(() => server.close())
    await use({ ...ftpsPlace, port: server.port }, async (folder) => {
      expect(await namesIn(folder, 'in')).toContain('b.csv')
      await expect(folder.write('in/stolen.csv', parts('x'), 'append')).rejects.toThrow()
    })
    expect(server.files.get('/up/in/stolen.csv')?.toString() ?? '').toBe('')
  })

  it('is needed: a password is never sent without TLS', async () => {
    const server = await openFtpsServer({ ...sign, files, certificate, isPlain: true })
    onTestFinished(() => server.close())
    await expect(remote.check({ ...ftpsPlace, port: server.port })).rejects.toThrow('Nothing was sent.')
    expect(server.commands).toEqual(['AUTH TLS'])
  })
})

describe('an unkind server', () => {
  const openDav = async (answer: WebDavOptions['answer']): Promise<RemotePlace> => {
    const server = await openWebDavServer({ ...sign, files, ...(answer && { answer }) })
    onTestFinished(() => server.close())
    return { ...davPlace, baseUrl: server.url, trust: 'authority' }
  }
  const openFtps = async (options: Partial<FtpsOptions>): Promise<RemotePlace> => {
    const server = await openFtpsServer({ ...sign, files, certificate, ...options })
    onTestFinished(() => server.close())
    return { ...ftpsPlace, port: server.port }
  }
  const file = '<d:resourcetype/><d:getcontentlength>1</d:getcontentlength>'
  const reply = (status: number, body: string, headers = {}): WebDavOptions['answer'] => {
    return (_, response) => {
      response.writeHead(status, headers).end(body)
      return true
    }
  }

  it('of WebDAV cannot name files that are not in the folder', async () => {
    const hrefs = [
      '/up/in/../../etc/passwd',
      '/up/in/%2e%2e/x',
      '/up/in/a%2Fb',
      '/up/in/%00',
      '/up/in/C:%5Cx',
      '/etc/passwd',
    ]
    const more = [
      'http://10.0.0.1/up/in/elsewhere',
      '//10.0.0.1/up/other/x',
      '/up/in/%zz',
      'x',
      '',
      '/up/in/.millrace-1.part',
    ]
    const to = await openDav(
      reply(207, multistatus(['/up/in/good.csv', ...hrefs, ...more].map((href) => responseOf(href, file)))),
    )
    const names = await remote.open(to, (folder) => namesIn(folder, 'in'))
    // Only the path of an address counts; nothing is ever asked of the other host.
    expect(names).toEqual(['elsewhere', 'good.csv', 'x'])
  })

  it('of S3 cannot name files that are not in the folder', async () => {
    const keys = ['up/in/good.csv', 'up/in/../../x', 'up/in/..', 'etc/passwd', 'up/in/a\\b', 'up/in/', 'up/in/%2e%2e']
    const entries = keys.map(
      (key) =>
        `<Contents><Key>${key}</Key><Size>1</Size><LastModified>2026-01-01T00:00:00.123Z</LastModified></Contents>`,
    )
    const to = await openS3(`<ListBucketResult>${entries.join('')}</ListBucketResult>`)
    expect(await remote.open(to, (folder) => folder.list('in', 100))).toEqual([
      { name: '%2e%2e', size: 1, modified: new Date('2026-01-01T00:00:00Z') },
      { name: 'good.csv', size: 1, modified: new Date('2026-01-01T00:00:00Z') },
    ])
  })

  it('of FTPS cannot name files that are not in the folder', async () => {
    const names = ['../../etc/passwd', '..', 'a/b', 'C:\\x', '.millrace-1.part']
    const to = await openFtps({ strayLines: names.map((name) => `type=file;size=1;modify=20260101000000; ${name}`) })
    expect(await use(to, (folder) => namesIn(folder, 'in'))).toEqual(['a b+ü.csv', 'b.csv'])
  })

  it('leads nobody to another address', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      const to = await openDav(reply(status, '', { location: 'http://169.254.169.254/latest/meta-data/' }))
      await expect(remote.open(to, (folder) => read(folder, 'in/b.csv'))).rejects.toThrow('leads to another address')
    }
    for (const answer of ['227 Go (10,0,0,1,1,1)', '227 Go (169,254,169,254,0,80)']) {
      const to = await openFtps({
        reply: (command) => (command === 'EPSV' ? '502 No.' : command === 'PASV' ? answer : null),
      })
      const failure = await use(to, (folder) => read(folder, 'in/b.csv')).catch((error: unknown) => String(error))
      expect(failure).toContain('but the connection failed')
      expect(failure).not.toMatch(/10\.0\.0\.1|169\.254/)
    }
    for (const baseUrl of ['http://169.254.169.254', 'https://10.0.0.1', 'http://[::ffff:10.0.0.1]'])
      for (const to of [s3, davPlace])
        await expect(remote.check({ ...to, baseUrl })).rejects.toMatchObject({ isPrivateAddress: true })
    await expect(remote.check({ ...ftpsPlace, host: '10.0.0.1' })).rejects.toMatchObject({ isPrivateAddress: true })
  })

  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY s SYSTEM "file:///etc/passwd">]>`
  it('has no entity expanded', async () => {
    const dav = await openDav(
      reply(207, `${bomb}<d:multistatus xmlns:d="DAV:">${responseOf('/up/in/&b;&s;', file)}</d:multistatus>`),
    )
    await expect(remote.open(dav, (folder) => folder.list('in', 10))).rejects.toThrow('but it cannot be read')
    const to = await openS3(`${bomb}<ListBucketResult><Contents><Key>up/in/&s;</Key></Contents></ListBucketResult>`)
    await expect(remote.open(to, (folder) => folder.list('in', 10))).rejects.toThrow('but it cannot be read')
  })

  it('that never stops is stopped', async () => {
    const endless: WebDavOptions['answer'] = ({ method }, response) => {
      response.writeHead(method === 'GET' ? 200 : 207)
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(1024 * 1024, 'x')));
      }
      response.on('drain', more)
      more()
      return true
    }
    const to = await openDav(endless)
    await expect(remote.open(to, (folder) => folder.list('in', 10))).rejects.toThrow('but it is larger')
    const before = process.memoryUsage().rss
    const bytes = await remote.open(to, (folder) =>
      folder.read('in/b.csv', async (content) => {
        let size = 0
        for await (const part of content) {
          size += part.length
          if (size > 200 * 1024 * 1024) break
        }
        return size
      }),
    )
    expect(bytes).toBeGreaterThan(200 * 1024 * 1024)
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024)
    const many = await openFtps({
      strayLines: Array.from(
        { length: 40_000 },
        (_, at) => `type=file;size=1;modify=20260101000000; ${'n'.repeat(200)}${at}`,
      ),
    })
    await expect(use(many, (folder) => folder.list('in', 10))).rejects.toThrow('the connection failed')
  })

  it('that is slow has its time, and no more', async () => {
    const silent = createServer((socket) => socket.on('error', () => {}))
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    onTestFinished(() => void silent.close())
    const { port } = silent.address() as AddressInfo
    const timeoutMs = 300
    const late = { message: expect.stringContaining('to answer within 300 ms, but it did not'), mayHaveArrived: false }
    for (const baseUrl of [`http://127.0.0.1:${port}`, `https://127.0.0.1:${port}`])
      for (const to of [s3, davPlace])
        await expect(remote.check({ ...to, baseUrl, timeoutMs })).rejects.toMatchObject(late)
    for (const ftpsMode of ['explicit', 'implicit'] as const)
      await expect(remote.check({ ...ftpsPlace, port, ftpsMode, timeoutMs })).rejects.toMatchObject(late)
  })

  it('that breaks off during a change may have made it', async () => {
    const to = await openDav(({ method }, response) => {
      if (method !== 'MOVE') return false
      response.destroy()
      return true
    })
    await expect(remote.open(to, (folder) => folder.write('in/x.csv', parts('x'), 'replace'))).rejects.toMatchObject({
      mayHaveArrived: true,
    })
    const ftp = await openFtps({
      reply: (command) => {
        if (command.startsWith('RNTO')) throw new Error('gone')
        return null
      },
    })
    await expect(use(ftp, (folder) => folder.move('in/b.csv', 'in/x.csv', { replaces: false }))).rejects.toMatchObject({
      mayHaveArrived: true,
    })
  })

  async function openS3(xml: string): Promise<RemotePlace> {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () =>
        socket.end(`HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(xml)}\r\n\r\n${xml}`),
      )
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    return { ...s3, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  }
})

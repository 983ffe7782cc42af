import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuthority } from '@millrace/server/testing/certificates'
import { openTnsServer, type TnsAnswer } from '@millrace/server/testing/tns-server'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readAllowedAddresses } from '../../addresses.ts'
import { createDatabaseClient } from '../../database-client.ts'
import type { DatabasePlace } from '../driver.ts'

const allowed = readAllowedAddresses('127.0.0.1')
if (allowed === null) throw new Error('Expected an address.')
const client = createDatabaseClient({ allowed })
const listener = await openTnsServer()
const other = await openTnsServer()
const authority = await createAuthority()
const encrypted = await openTnsServer(await authority.issue('localhost'))
const misnamed = await openTnsServer(await authority.issue('db.example.org'))
const servers = [listener, other, encrypted, misnamed]
const folder = await mkdtemp(join(tmpdir(), 'millrace-oracle-'))
afterAll(async () => {
  for (const one of servers) await one.close()
  await rm(folder, { recursive: true })
})
afterEach(() => void vi.unstubAllEnvs())
beforeEach(() => {
  for (const one of servers) one.answer({ kind: 'silence' })
})

const place = {
  vendor: 'oracle',
  host: '127.0.0.1',
  port: listener.port,
  database: 'SHOP',
  username: 'jo',
  password: 'hush-hush-9',
  tls: 'off',
} as const
const ask = (more: Partial<DatabasePlace> = {}, timeoutMs = 20_000) =>
  client.ask(
    { ...place, ...more },
    { statement: 'select 1 from dual', values: [], changes: false, rowLimit: 1, timeoutMs },
  )

describe('a listener of Oracle', () => {
  it.each([
    ['a metadata address', '(ADDRESS=(PROTOCOL=TCP)(HOST=169.254.169.254)(PORT=80))'],
    ['another port of the same host', `(ADDRESS=(PROTOCOL=TCP)(HOST=127.0.0.1)(PORT=${other.port}))`],
    ['its own port', `(ADDRESS=(PROTOCOL=TCP)(HOST=127.0.0.1)(PORT=${listener.port}))`],
    ['a name', `(DESCRIPTION=(ADDRESS=(PROTOCOL=TCP)(HOST=localhost)(PORT=${other.port})))`],
    ['a proxy', `(ADDRESS=(PROTOCOL=TCPS)(HOST=db)(PORT=1)(HTTPS_PROXY=127.0.0.1)(HTTPS_PROXY_PORT=${other.port}))`],
    [
      'several addresses',
      `(DESCRIPTION=(ADDRESS_LIST=(ADDRESS=(PROTOCOL=TCP)(HOST=127.0.0.1)(PORT=${other.port}))(ADDRESS=(PROTOCOL=TCP)(HOST=127.0.0.1)(PORT=${other.port}))))`,
    ],
  ])('that redirects to %s is not followed', async (_, address) => {
    const before = listener.connections()
    listener.answer({ kind: 'redirect', address })
    await expect(ask()).rejects.toMatchObject({
      message:
        'Expected a database at 127.0.0.1, but its listener redirects to another address, and redirects are not followed. Enter the host and port of the listener of one instance.',
      isFinal: true,
      mayHaveArrived: false,
    })
    expect(listener.connections()).toBe(before + 1)
    expect(other.connections()).toBe(0)
  })

  it('that redirects within TLS is not followed', async () => {
    encrypted.answer({ kind: 'redirect', address: `(ADDRESS=(PROTOCOL=TCP)(HOST=127.0.0.1)(PORT=${other.port}))` })
    await expect(ask({ tls: 'on', port: encrypted.port })).rejects.toThrow('redirects to another address')
    expect(other.connections()).toBe(0)
  })

  it.each([
    [12_514, 'Expected a service “SHOP” at 127.0.0.1, but its listener has none.'],
    [12_516, 'Expected the listener of 127.0.0.1 to accept the connection, but it refuses (ORA-12516).'],
  ])('that refuses with ORA-%s is quoted', async (code, message) => {
    listener.answer({ kind: 'refuse', code })
    await expect(ask()).rejects.toMatchObject({ message, isFinal: false, mayHaveArrived: false })
  })

  it('is found by its name', async () => {
    listener.answer({ kind: 'refuse', code: 12_514 })
    await expect(ask({ host: 'localhost' })).rejects.toThrow('Expected a service “SHOP” at localhost')
  })

  it('that closes the connection is not waited for', async () => {
    listener.answer({ kind: 'end' })
    await expect(ask()).rejects.toThrow('Expected an Oracle database at 127.0.0.1, port')
  })

  it('gets the name of the service, and nothing of this machine', async () => {
    listener.answer({ kind: 'refuse', code: 12_514 })
    await expect(ask()).rejects.toThrow('Expected a service')
    expect(listener.received()).toContain('(SERVICE_NAME=SHOP)')
    expect(listener.received()).toContain('(PROGRAM=Millrace)(HOST=millrace)(USER=millrace)')
    expect(listener.received()).not.toContain(place.password)
  })

  it.each<TnsAnswer>([{ kind: 'silence' }, { kind: 'accept' }])(
    'that is silent after $kind leaves no connection and no process at the time limit',
    async (answer) => {
      listener.answer(answer)
      await expect(ask({}, 2500)).rejects.toThrow('Expected 127.0.0.1 to answer within 2500 ms, but it did not.')
      await expect.poll(() => listener.count()).toBe(0)
    },
  )

  it('is asked by eight processes at the same time, and the others wait for one of them to end', async () => {
    const before = listener.received().length
    const asked = () => listener.received().slice(before).split('SERVICE_NAME').length - 1
    const ended: string[] = []
    const record = async (timeoutMs: number) => {
      await ask({}, timeoutMs).catch((error: Error) => ended.push(error.message))
    }
    const eight = Array.from({ length: 8 }, () => record(10_000))
    await expect.poll(asked, { timeout: 10_000 }).toBe(8)
    listener.answer({ kind: 'refuse', code: 12_514 })
    await Promise.all([...eight, record(30_000)])
    expect(ended[0]).toBe('Expected 127.0.0.1 to answer within 10000 ms, but it did not.')
    expect(ended).toContain('Expected a service “SHOP” at 127.0.0.1, but its listener has none.')
    expect(asked()).toBe(9)
  }, 60_000)

  it('that sends more than an answer may have is ended', async () => {
    listener.answer({ kind: 'flood', packets: 800 })
    await expect(ask()).rejects.toThrow('Expected an answer of at most 5242880 bytes, but it is larger.')
    await expect.poll(() => listener.count()).toBe(0)
  })

  it('without encryption gets no password where encryption is expected', async () => {
    listener.answer({ kind: 'refuse', code: 12_514 })
    for (const tls of ['on', 'verified'] as const)
      await expect(ask({ tls })).rejects.toThrow('Expected 127.0.0.1 to speak TLS, but it does not.')
  })

  it('with a certificate that cannot be verified gets nothing, unless that is permitted', async () => {
    const before = encrypted.received()
    encrypted.answer({ kind: 'refuse', code: 12_514 })
    await expect(ask({ tls: 'verified', port: encrypted.port })).rejects.toThrow('that can be verified, but it cannot')
    expect(encrypted.received()).toBe(before)
    await expect(ask({ tls: 'on', port: encrypted.port })).rejects.toThrow('Expected a service “SHOP”')
    expect(encrypted.received().slice(before.length)).toContain('SERVICE_NAME')
  })

  it('has a certificate that an authority of the operator has issued for its host', async () => {
    const file = join(folder, 'authority.pem')
    await writeFile(file, authority.certificate)
    const before = process.env.NODE_EXTRA_CA_CERTS
    process.env.NODE_EXTRA_CA_CERTS = file
    try {
      encrypted.answer({ kind: 'refuse', code: 12_514 })
      const verified = { tls: 'verified', host: 'localhost' } as const
      await expect(ask({ ...verified, port: encrypted.port })).rejects.toThrow('Expected a service “SHOP” at localhost')
      await expect(ask({ ...verified, port: misnamed.port })).rejects.toThrow(
        'Expected a certificate of localhost that can be verified, but it cannot (ERR_TLS_CERT_ALTNAME_INVALID).',
      )
      expect(misnamed.received()).toBe('')
    } finally {
      if (before === undefined) delete process.env.NODE_EXTRA_CA_CERTS
      else process.env.NODE_EXTRA_CA_CERTS = before
    }
  })

  it.each(['--use-openssl-ca', '--use_openssl_ca'])(
    'has a certificate of an authority of the system, with %s',
    async (flag) => {
      const file = join(folder, 'system.pem')
      await writeFile(file, authority.certificate)
      vi.stubEnv('SSL_CERT_FILE', file)
      encrypted.answer({ kind: 'refuse', code: 12_514 })
      const verified = { tls: 'verified', host: 'localhost', port: encrypted.port } as const
      await expect(ask(verified)).rejects.toThrow('that can be verified, but it cannot')
      vi.stubEnv('NODE_OPTIONS', `--no-warnings ${flag}`)
      await expect(ask(verified)).rejects.toThrow('Expected a service “SHOP” at localhost')
    },
  )

  it('in a private network is not called, and a closed port is named', async () => {
    await expect(ask({ host: '10.0.0.1' })).rejects.toMatchObject({ isPrivateAddress: true })
    await expect(ask({ port: 1 })).rejects.toThrow(
      'Expected an Oracle database at 127.0.0.1, port 1, but the connection failed: ECONNREFUSED.',
    )
  })

  it('is not called with a service that would add an address', async () => {
    const before = listener.connections()
    await expect(ask({ database: 'x)(ADDRESS=(HOST=a)' })).rejects.toThrow('Expected the name of a service')
    expect(listener.connections()).toBe(before)
  })
})

import { chmodSync, chownSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CheckedDatabase, checkDatabase, connectAlone } from './platform/db/connect.ts'
import { type Database, openDatabase } from './platform/db/database.ts'
import { openSignals } from './platform/db/signals.ts'
import { migrate } from './platform/migrations/migrate.ts'
import { findPostgresAccount } from './platform/postgres/account.ts'
import { createAuthority } from './testing/certificates.ts'
import { findRoom } from './testing/find-room.ts'
import { type PostgresPair, startPostgresPair } from './testing/postgres-pair.ts'

/** One pair for all, in the order of its life: a switch that cuts nothing, a restart in place, a fail-over. */
describe('a database on two servers', () => {
  let pair: PostgresPair
  let database: CheckedDatabase
  let db: Database
  let losses = 0
  const port = { name: 'port', text: 'select inet_server_port()::text', values: [] }
  const writeTo = () =>
    db.withPlatformTransaction('test', (tx) =>
      tx.batch([
        { name: 'make', text: 'create table if not exists proof (port int)', values: [] },
        { name: 'prove', text: 'insert into proof select inet_server_port() returning port', values: [] },
      ]),
    )

  beforeAll(async () => {
    pair = await startPostgresPair(mkdtempSync(join(findRoom(), 'millrace-pair-')))
    database = await checkDatabase(pair.url, { waitMs: 20_000 })
    await migrate(database)
    db = openDatabase(database)
    db.onLoss(() => losses++)
  })
  afterAll(async () => {
    database?.hosts?.close()
    await db?.close()
    await pair?.close()
  })

  it('finds the server that takes changes, wherever it is in the list', async () => {
    const turned = pair.url.replace(/@([^,]+),([^/]+)/, '@$2,$1')
    const { hosts, connectionString } = await checkDatabase(turned, { waitMs: 1000 })
    const other = openDatabase({ connectionString, ...(hosts === undefined ? {} : { hosts }) })
    expect(await other.withPlatformTransaction('test', (tx) => tx.batch([port]))).toEqual([
      [[String(pair.primary.port)]],
    ])
    await other.close()
  })

  it('takes any server where the address says so', async () => {
    const turned = pair.url.replace(/@([^,]+),([^/]+)/, '@$2,$1')
    const { hosts } = await checkDatabase(`${turned}?target_session_attrs=any`).catch((error: Error) => ({
      hosts: error,
    }))
    // A standby lets a plain user in, who needs no role to be made.
    expect(hosts).not.toBeInstanceOf(Error)
  })

  it('checks the certificate of the server as sslmode says', async () => {
    const folder = mkdtempSync(join(findRoom(), 'millrace-tls-'))
    const authority = await createAuthority()
    const write = (name: string, text: string) => {
      const path = join(folder, name)
      writeFileSync(path, text, { mode: 0o600 })
      const account = findPostgresAccount(folder)
      if (account !== null) chownSync(path, account.uid, account.gid)
      return path
    }
    chmodSync(folder, 0o755)
    const { certificate, key } = await authority.issue('localhost')
    await pair.primary.ask(`alter system set ssl_cert_file = '${write('one.crt', certificate)}'`)
    await pair.primary.ask(`alter system set ssl_key_file = '${write('one.key', key)}'`)
    await pair.primary.ask('alter system set ssl = on')
    await pair.primary.ask('select pg_reload_conf()')
    const [trusted, other] = [authority.certificate, (await createAuthority()).certificate]
    const root = (text: string, name: string) => `&sslrootcert=${write(name, text)}`
    const at = (host: string, rest: string) => pair.url.replace(/@[^/]+/, `@${host}:${pair.primary.port}`) + rest
    const isEncrypted = async (url: string) => {
      const client = await connectAlone(await checkDatabase(url))
      const { rows } = await client.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
      await client.end()
      return rows[0].ssl
    }
    // PostgreSQL reads its settings again a moment later.
    const url = at('localhost', `?sslmode=verify-full${root(trusted, 'root.crt')}`)
    await expect.poll(() => isEncrypted(url).catch(String)).toBe(true)
    expect(await isEncrypted(at('127.0.0.1', '?sslmode=require'))).toBe(true)
    expect(await isEncrypted(at('127.0.0.1', '?sslmode=disable'))).toBe(false)
    await expect(isEncrypted(at('localhost', `?sslmode=verify-full${root(other, 'other.crt')}`))).rejects.toThrow(
      /Expected a PostgreSQL at localhost:\d+\/millrace, but: .*certificate/,
    )
    await expect(isEncrypted(at('localhost', `?sslmode=verify-ca${root(other, 'other.crt')}`))).rejects.toThrow()
  })

  it('leaves a server that lets its connections live and refuses changes, also where nothing is written', async () => {
    await writeTo()
    const heard: (string | null)[] = []
    const signals = await openSignals({ database, pollMs: 60_000 })
    signals.follow('', (topic) => heard.push(topic))
    const before = losses
    database.hosts?.watch(200)
    await pair.primary.ask('alter system set default_transaction_read_only = on')
    await pair.primary.ask('select pg_reload_conf()')
    await expect.poll(() => losses).toBeGreaterThan(before)
    await pair.primary.ask('alter system reset default_transaction_read_only')
    await pair.primary.ask('select pg_reload_conf()')
    await writeTo()
    // Its own connection was left too, and those who follow are told.
    await expect.poll(() => heard).toContain(null)
    await signals.close()
  })

  it('waits for a server that restarts, and nothing fails that was not sent', async () => {
    const stopped = pair.primary.stop('SIGINT')
    await stopped
    const written = writeTo()
    await pair.primary.start()
    await expect(written).resolves.toBeDefined()
  })

  it('goes to the standby when the primary is killed and it is promoted', async () => {
    const signals = await openSignals({ database, pollMs: 60_000 })
    const heard: (string | null)[] = []
    signals.follow('', (topic) => heard.push(topic))
    const before = losses
    await pair.primary.stop('SIGQUIT')
    const written = writeTo()
    await pair.standby.ask('select pg_promote()')
    await expect(written).resolves.toBeDefined()
    expect(losses).toBeGreaterThan(before)
    expect(await db.withPlatformTransaction('test', (tx) => tx.batch([port]))).toEqual([[[String(pair.standby.port)]]])
    await expect.poll(() => heard).toContain(null)
    signals.send('here')
    await expect.poll(() => heard).toContain('here')
    await signals.close()
  })

  it('says what is wrong when no server takes changes in time', async () => {
    await pair.standby.ask('alter system set default_transaction_read_only = on')
    await pair.standby.ask('select pg_reload_conf()')
    await expect(checkDatabase(pair.url, { waitMs: 500 })).rejects.toThrow(/takes changes/)
  })
})

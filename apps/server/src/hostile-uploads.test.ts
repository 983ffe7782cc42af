import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import { fileCalls, profileCalls } from '@millrace/contract'
import { createApiToken, createTestDatabase, createUser } from '@millrace/server/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { startS3 } from './platform/files/testing/start-s3.ts'
import { headOf, openConnection } from './testing/raw-connection.ts'
import { runServer } from './testing/run-server.ts'

const { db, admin, connectionString, workplaceId } = await createTestDatabase()
const storage = await startS3()
const { endpoint, bucket, accessKey, secretKey } = storage.config
const dataFolder = mkdtempSync(join(tmpdir(), 'millrace-hostile-'))
/** In a process of its own, so that its memory is nobody else's. */
const start = (more: Record<string, string> = {}) =>
  runServer({
    env: { MILLRACE_DATA: dataFolder, PORT: '0', DATABASE_URL: connectionString, LOG_LEVEL: 'warn', ...more },
  })
const server = start()
const url = await server.url()
afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended()
  rmSync(dataFolder, { recursive: true, force: true })
})
const user = await createUser(db, { workplaceId, roles: ['RoleUser'] })
const authorization = `Bearer ${await createApiToken(db, user)}`

const path = `/api${fileCalls.upload.path}`
const megabyte = 1024 * 1024
const type = 'multipart/form-data; boundary=part'
const before = (name: string) =>
  Buffer.from(
    `--part\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
  )
const after = Buffer.from('\r\n--part--\r\n')

async function upload(name: string, content: Uint8Array, headers: Record<string, string> = {}) {
  const body = Buffer.concat([before(name), content, after])
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': type, ...headers },
    body: headers['content-encoding'] === 'gzip' ? gzipSync(body) : body,
  })
  const answer = (await response.json()) as { id?: string; code?: string }
  return { status: response.status, ...answer }
}
const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const stored = async () =>
  (
    await admin.query<{ name: string; digest: string }>(
      `select name, encode(sha256(bytes), 'hex') as digest from stored_file order by name`,
    )
  ).rows
const nothingIsLeft = () => expect.poll(async () => (await admin.query('select from upload_piece')).rowCount).toBe(0)

/** A zip of one file. */
function zip(name: string, size: number): Buffer {
  const content = Buffer.alloc(size)
  const packed = deflateRawSync(content, { level: 9 })
  const entry = Buffer.alloc(26)
  // Version, flags, method, time, date, checksum, packed and unpacked size, lengths of name and extra field.
  entry.writeUInt16LE(20, 0)
  entry.writeUInt16LE(8, 4)
  entry.writeUInt32LE(crc32(content), 10)
  entry.writeUInt32LE(packed.length, 14)
  entry.writeUInt32LE(size, 18)
  entry.writeUInt16LE(name.length, 22)
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), entry, Buffer.from(name), packed])
  const central = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), entry, Buffer.alloc(14), Buffer.from(name)])
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, central, end])
}

/** Megabytes that a process has had at most since that was last forgotten. Linux tells, and nobody else. */
const canMeasure = process.platform === 'linux'
const peakOf = ({ child }: { readonly child: { readonly pid?: number | undefined } }) =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024
const forgetPeak = ({ child }: { readonly child: { readonly pid?: number | undefined } }) =>
  writeFileSync(`/proc/${child.pid}/clear_refs`, '5')

describe('a zip bomb', () => {
  const bomb = zip('a.xml', 400 * megabyte)

  it.skipIf(!canMeasure)('is a file like any other: nobody unpacks it', async () => {
    expect(bomb.length).toBeLessThan(megabyte)
    await upload('small.txt', Buffer.from('x'))
    forgetPeak(server)
    const peak = peakOf(server)
    for (const name of ['bomb.zip', 'bomb.docx', 'bomb.xlsx']) expect((await upload(name, bomb)).status).toBe(200)
    expect(peakOf(server) - peak).toBeLessThan(100)
    const digest = digestOf(bomb)
    expect((await stored()).filter(({ name }) => name.startsWith('bomb'))).toEqual(
      ['bomb.docx', 'bomb.xlsx', 'bomb.zip'].map((name) => ({ name, digest })),
    )
  })

  it('is no picture and no text', async () => {
    for (const name of ['bomb.png', 'bomb.pdf', 'bomb.txt', 'bomb.csv', 'bomb.doc'])
      expect(await upload(name, bomb)).toMatchObject({ status: 422, code: 'file.refused' })
  })

  it.skipIf(!canMeasure)('as the body itself is not unpacked either', async () => {
    forgetPeak(server)
    const peak = peakOf(server)
    const { status } = await upload('zeros.txt', Buffer.alloc(160 * megabyte, 'x'), { 'content-encoding': 'gzip' })
    expect([400, 415]).toContain(status)
    // Not even the body itself was held as a whole. Other work of the server takes some memory meanwhile.
    expect(peakOf(server) - peak).toBeLessThan(100)
  })
})

describe('a client under another name', () => {
  const programs = {
    Windows: '4d5a9000',
    Linux: '7f454c460201',
    'macOS, either order': 'cffaedfe',
    'macOS, all processors': 'cafebabe',
  }
  it.each(Object.entries(programs))(
    'of %s is refused, whatever it is called and however long it is',
    async (_, hex) => {
      const head = Buffer.from(hex, 'hex')
      for (const name of ['a.pdf', 'a.png', 'a.docx', 'a.txt', 'a.unknown', 'a.pdf.exe', 'a'])
        for (const length of [0, 2 * megabyte])
          expect(await upload(name, Buffer.concat([head, Buffer.alloc(length)]))).toMatchObject({
            status: 422,
            code: 'file.refused',
          })
      await nothingIsLeft()
    },
  )

  it('is refused when its first bytes come one by one', async () => {
    const connection = await openConnection(url)
    connection.socket.setNoDelay(true)
    const content = Buffer.from('MZ\u0000 and the rest')
    const length = before('plan.txt').length + content.length + after.length
    connection.send(headOf('POST', path, { authorization, 'content-type': type, 'content-length': length }))
    connection.send(before('plan.txt'))
    for (const byte of content) {
      connection.send(Buffer.of(byte))
      await setImmediate()
    }
    connection.send(after)
    const { status, body } = await connection.answer()
    connection.close()
    expect([status, body.code]).toEqual([422, 'file.refused'])
  })
})

/** At once, of four megabytes each. `npm run soak` sends more. */
const many = process.env.MILLRACE_SOAK === '1' ? 100 : 30

describe.each([
  ['PostgreSQL', {}],
  [
    'S3-compatible storage',
    {
      FILES_S3_ENDPOINT: endpoint,
      FILES_S3_BUCKET: bucket,
      FILES_S3_ACCESS_KEY: accessKey,
      FILES_S3_SECRET_KEY: secretKey,
    },
  ],
])('many uploads at once into %s', { timeout: 300_000 }, (_, environment) => {
  it.skipIf(!canMeasure)(
    'are all stored whole, the memory stays flat, and other calls of who sends them are answered meanwhile',
    async () => {
      await admin.query('delete from stored_file')
      const own = start(environment)
      const origin = await own.url()
      const size = 2 * megabyte
      const contents = Array.from({ length: 8 }, (_each, index) => Buffer.alloc(size, `content ${index} `))
      const send = async (index: number) => {
        const connection = await openConnection(origin)
        const name = `${String(index).padStart(3, '0')}.txt`
        const length = before(name).length + size + after.length
        connection.send(headOf('POST', path, { authorization, 'content-type': type, 'content-length': length }))
        for (const part of [before(name), contents[index % 8] ?? Buffer.of(), after]) connection.send(part)
        const { status, body } = await connection.answer()
        connection.close()
        return { name, status, code: body.code as string | undefined }
      }
      try {
        await Promise.all(Array.from({ length: 10 }, (_each, index) => send(index)))
        await admin.query('delete from stored_file')
        forgetPeak(own)
        const peak = peakOf(own)
        let stored = 0
        const answers = Array.from({ length: many }, async (_each, index) => {
          const { status } = await send(index)
          stored++
          return status
        })
        // Uploads do not stand in front of the small calls of the same person.
        const small = await fetch(`${origin}/api${profileCalls.get.path}`, { headers: { authorization } })
        expect([small.status, stored < many]).toEqual([200, true])
        expect(new Set(await Promise.all(answers))).toEqual(new Set([200]))
        const growth = peakOf(own) - peak
        // All of them would be 2 MB each. When the collector comes by depends on what else the machine does.
        expect(growth).toBeLessThan(Math.min(250, Math.max(198, many * 3.3)))
        const { rows } = await admin.query<{ id: string; name: string; size: number }>(
          'select id, name, size from stored_file order by name',
        )
        expect(rows).toHaveLength(many)
        for (const { id, name } of rows) {
          const response = await fetch(`${origin}${path}/${id}`, { headers: { authorization } })
          const digest = digestOf(new Uint8Array(await response.arrayBuffer()))
          expect(digest).toBe(digestOf(contents[Number.parseInt(name, 10) % 8] ?? Buffer.of()))
        }
        await nothingIsLeft()
      } finally {
        own.child.kill('SIGTERM')
        await own.ended()
      }
    },
  )
})

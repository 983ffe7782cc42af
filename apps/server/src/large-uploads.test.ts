import { createHash } from 'node:crypto'
import { fileCalls } from '@millrace/contract'
import { createApiToken, createTestApp, createUser } from '@millrace/server/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { headOf, openConnection, type RawConnection } from './testing/raw-connection.ts'

const { app, db, admin, workplaceId } = await createTestApp()
const url = await app.listen({ port: 0, host: '127.0.0.1' })
const user = await createUser(db, { workplaceId, groups: ['camunda-admin'], roles: ['RoleUser', 'RoleFullAPI'] })
const authorization = `Bearer ${await createApiToken(db, user)}`

const open: RawConnection[] = []
afterEach(async () => {
  for (const connection of open.splice(0)) {
    connection.close()
    await connection.ended()
  }
})

const file = `/api${fileCalls.upload.path}`
const deployment = '/engine-rest/deployment/create'
const megabyte = 1024 * 1024

const before = (name: string) =>
  `--part\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/plain\r\n\r\n`
const after = '\r\n--part--\r\n'

/** Begins to send a file of so many bytes. */
async function begin(path: string, size: number, { name = 'large.txt', boundary = 'part', by = authorization } = {}) {
  const connection = await openConnection(url)
  open.push(connection)
  const length = before(name).length + size + after.length
  const type = `multipart/form-data; boundary=${boundary}`
  connection.send(headOf('POST', path, { authorization: by, 'content-type': type, 'content-length': length }))
  connection.send(before(name))
  return connection
}

const send = (connection: RawConnection, bytes: number, fill = 'x') => {
  for (let sent = 0; sent < bytes; sent += megabyte)
    connection.send(Buffer.alloc(Math.min(megabyte, bytes - sent), fill))
}

const countPieces = async () => (await admin.query('select from upload_piece')).rowCount
const nothingIsLeft = () => expect.poll(countPieces).toBe(0)
const digest = (bytes: number, fill: string) =>
  createHash('sha256').update(Buffer.alloc(bytes, fill)).digest('hex').slice(0, 16)

describe.each([file, deployment])('a large file that is sent to %s', (path) => {
  const table = path === file ? 'stored_file' : 'deployment_resource'
  const stored = async () => {
    const { rows } = await admin.query(
      `select length(bytes) as size, left(encode(sha256(bytes), 'hex'), 16) as digest from ${table} order by 2`,
    )
    await admin.query(`delete from ${table}`)
    return rows
  }

  it('goes to the database while it comes, and is kept whole', async () => {
    const connection = await begin(path, 5 * megabyte)
    send(connection, 3 * megabyte)
    await expect.poll(countPieces).toBeGreaterThanOrEqual(5)
    send(connection, 2 * megabyte)
    connection.send(after)
    expect((await connection.answer()).status).toBe(200)
    expect(await stored()).toEqual([{ size: 5_242_880, digest: digest(5_242_880, 'x') }])
    await nothingIsLeft()
  })

  it('no longer exists when the connection is cut in the middle', async () => {
    const connection = await begin(path, 5 * megabyte)
    send(connection, 3 * megabyte)
    await expect.poll(countPieces).toBeGreaterThanOrEqual(5)
    connection.socket.resetAndDestroy()
    await nothingIsLeft()
    expect(await stored()).toEqual([])
  })

  it('is refused as soon as it is too large, before all of it is here', async () => {
    const connection = await begin(path, 52 * megabyte)
    send(connection, 51 * megabyte)
    expect((await connection.answer()).status).toBe(413)
    await nothingIsLeft()
    expect(await stored()).toEqual([])
  })

  it('is refused when it does not end as it says', async () => {
    const connection = await begin(path, 2 * megabyte, { boundary: 'other' })
    send(connection, 2 * megabyte)
    connection.send(after)
    expect((await connection.answer()).status).toBe(400)
    await nothingIsLeft()
    expect(await stored()).toEqual([])
  })
})

describe('a large file in the place of a text', () => {
  it('is refused', async () => {
    const head = before('large.txt').replace('name="file"', 'name="deployment-name"')
    const rest = `\r\n${before('small.txt')}x${after}`
    const length = head.length + megabyte + rest.length
    const connection = await openConnection(url)
    open.push(connection)
    const type = 'multipart/form-data; boundary=part'
    connection.send(headOf('POST', deployment, { authorization, 'content-type': type, 'content-length': length }))
    connection.send(head)
    send(connection, megabyte)
    connection.send(rest)
    const { status, body } = await connection.answer()
    expect([status, body.message]).toEqual([
      400,
      "Expected a text in the form parameter 'deployment-name', but it is a file of 1048576 bytes.",
    ])
    await nothingIsLeft()
  })
})

describe('twenty large files at once', { timeout: 240_000 }, () => {
  it('find room, because none of them is held', async () => {
    // Of one user, six are read at a time.
    const users = await Promise.all(
      Array.from({ length: 4 }, () => createUser(db, { workplaceId, roles: ['RoleUser'] })),
    )
    const tokens = await Promise.all(users.map((one) => createApiToken(db, one)))
    const connections = await Promise.all(
      Array.from({ length: 20 }, (_, index) => begin(file, 40 * megabyte, { by: `Bearer ${tokens[index % 4]}` })),
    )
    for (const connection of connections) send(connection, megabyte)
    await expect.poll(countPieces).toBeGreaterThanOrEqual(20)
    for (const { socket } of connections) socket.resetAndDestroy()
    await nothingIsLeft()
  })

  it('are kept, each as it came', async () => {
    const fills = 'abcdefghijklmnopqrst'
    const statuses = await Promise.all(
      [...fills].map(async (fill) => {
        const connection = await begin(file, 4 * megabyte, { name: `${fill}.txt` })
        send(connection, 4 * megabyte, fill)
        connection.send(after)
        return (await connection.answer()).status
      }),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
    const { rows } = await admin.query(
      `select name, left(encode(sha256(bytes), 'hex'), 16) as digest from stored_file order by name`,
    )
    expect(rows).toEqual([...fills].map((fill) => ({ name: `${fill}.txt`, digest: digest(4_194_304, fill) })))
    await nothingIsLeft()
  })
})

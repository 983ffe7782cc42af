import { process } from '@millrace/bpmn/builder'
import { fileCalls, processCalls, taskCalls } from '@millrace/contract'
import { createTestApp, createWorkplace, type TestApp, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import type { S3Config } from '../../../platform/files/s3-config.ts'
import { deploy } from '../../../runtime/deploy/deploy.ts'
import { type FilePart, multipart } from '../../../runtime/testing/multipart.ts'

/**
 * Declares the tests that every file store has to pass. Call it at the top of a test file.
 * @param s3 null: files are in PostgreSQL.
 */
export async function describeFiles(s3: S3Config | null): Promise<TestApp> {
  const made = await createTestApp({ s3 })
  const { db, runtime, workplaceId, signIn, signInAs, anonymous, admin, clock } = made
  const pdf = Buffer.from('%PDF-1.7 a quote')
  const unknownId = '00000000-0000-7000-8000-000000000000'

  const upload = async (client: TestClient, ...files: FilePart[]) => {
    const { status, body, error } = await client.send({ method: 'POST', url: '/api/files', ...multipart(files) })
    return { status, error, file: body as { id: string; name: string; size: number; type: string } }
  }
  const quote: FilePart = { name: 'Angebot Müller.pdf', content: pdf, type: 'application/pdf' }

  /** Starts with a file, then shows it to the next. */
  const node = (id: string, props: object) => ({
    id,
    type: 'file',
    key: 'quote',
    props: { label: 'Quote', filetypes: ['pdf'], maxfilesize: 1, ...props },
  })
  const many = { id: 'more', type: 'file', key: 'photos', props: { label: 'Photos', maxfiles: 3 } }
  const form = (props: object, ...more: object[]) =>
    Buffer.from(JSON.stringify({ schema: 1, id: 'form', root: [node('n1', props), ...more] }))
  const model = process('quoted')
    .start('s', { 'millrace:formKey': 'millrace:deployment:start.form.json' })
    .userTask('look', { 'millrace:assignee': 'looker', 'millrace:formKey': 'millrace:deployment:look.form.json' })
    .end()
    .toXml()
  const answer = await deploy(
    runtime,
    { workplaceId, userId: null, cause: 'test' },
    {
      name: 'quoted',
      source: null,
      tenantId: null,
      files: [
        { name: 'quoted.bpmn', bytes: Buffer.from(model) },
        { name: 'start.form.json', bytes: form({}, many) },
        { name: 'look.form.json', bytes: form({ readOnly: true }) },
      ],
    },
  )
  const definitionId = answer.ok ? (answer.deployed.processes[0]?.id ?? '') : ''

  async function start(client: TestClient, values: object) {
    const { body } = await client.call(processCalls.startForm, { params: { id: definitionId } })
    return client.call(processCalls.start, {
      params: { id: definitionId },
      body: { values, hash: body.form.document.hash },
    })
  }

  describe('POST /files', () => {
    it('climbs from nobody to a stored file', async () => {
      expect((await upload(anonymous(), quote)).status).toBe(401)
      expect((await upload(await signIn({ roles: ['RoleDesign'] }), quote)).status).toBe(403)
      expect((await upload(await signIn({ roles: ['RoleProcessAdmin'] }), quote)).status).toBe(200)
      const client = await signIn()
      expect((await upload(client)).error.code).toBe('request.invalid')
      const { status, file } = await upload(client, quote)
      expect([status, file]).toEqual([
        200,
        { id: expect.any(String), name: 'Angebot Müller.pdf', size: pdf.length, type: 'application/pdf' },
      ])
    })

    it('refuses what is not what it is called, and programs', async () => {
      const client = await signIn()
      const refused = await upload(client, { name: 'a.pdf', content: '<script>' })
      expect([refused.status, refused.error.code]).toEqual([422, 'file.refused'])
      expect((await upload(client, { name: 'a.txt', content: 'MZ\u0090' })).error.message).toContain(
        'is an executable file',
      )
    })

    it('takes names of up to 50 characters', async () => {
      const client = await signIn()
      const named = async (length: number) =>
        (await upload(client, { ...quote, name: `${'n'.repeat(length - 4)}.pdf` })).status
      expect([await named(50), await named(51)]).toEqual([200, 422])
    })

    it('says in words of its own what is too large together', async () => {
      const { status, error } = await upload(await signIn(), { name: 'a.txt', content: 'x'.repeat(52_428_800) })
      expect([status, error.code, error.message]).toEqual([
        413,
        'request.too-large',
        'Total file size should be less than 50MB.',
      ])
    })

    it('lets go of what no form has named for a day', async () => {
      const client = await signIn()
      const { file } = await upload(client, quote)
      clock.advance({ hours: 25 })
      await upload(await signInAs(client.user), quote)
      expect((await admin.query('select from stored_file where id = $1', [file.id])).rowCount).toBe(0)
    })
  })

  describe('GET /files/{id}', () => {
    const download = (client: TestClient, id: string) => client.call(fileCalls.download, { params: { id } })

    it('gives an upload to whoever made it, as an attachment', async () => {
      const client = await signIn()
      const { file } = await upload(client, quote)
      expect((await download(anonymous(), file.id)).status).toBe(401)
      expect((await download(await signIn({ roles: ['RoleDesign'] }), file.id)).status).toBe(403)
      for (const id of [unknownId, 'no-id']) expect((await download(client, id)).error.code).toBe('thing.not-found')
      expect((await download(await signIn({ roles: ['RoleUser', 'RoleAdmin'] }), file.id)).status).toBe(404)
      expect(
        (
          await download(
            await signIn({ workplaceId: await createWorkplace(db), username: client.user.username }),
            file.id,
          )
        ).status,
      ).toBe(404)
      const { status, headers, body } = await download(client, file.id)
      expect([status, body]).toEqual([200, pdf.toString()])
      expect(headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename*=UTF-8''Angebot%20M%C3%BCller.pdf`,
      })
    })

    it('sends a large file as it is read, whole or the range that is asked for', async () => {
      const client = await signIn()
      const text = Array.from({ length: 300_000 }, (_, line) => `line ${line}\n`).join('')
      const { file } = await upload(client, { name: 'large.txt', content: text })
      const get = (headers: Record<string, string> = {}) =>
        client.send({ url: `/api/files/${file.id}`, headers }).then((answer) => ({
          status: answer.status,
          text: String(answer.body),
          length: Number(answer.headers['content-length']),
          range: answer.headers['content-range'],
          tag: String(answer.headers.etag),
        }))
      const whole = await get()
      expect([whole.status, whole.text === text, whole.length]).toEqual([200, true, text.length])
      const part = await get({ range: 'bytes=1048570-1048585' })
      expect([part.status, part.text, part.range]).toEqual([
        206,
        text.slice(1_048_570, 1_048_586),
        `bytes 1048570-1048585/${text.length}`,
      ])
      expect((await get({ range: 'bytes=-5' })).text).toBe(text.slice(-5))
      // What was begun is gone on with only where it is the same file.
      expect((await get({ range: 'bytes=0-3', 'if-range': part.tag })).status).toBe(206)
      expect((await get({ range: 'bytes=0-3', 'if-range': '"other"' })).status).toBe(200)
      const beyond = await get({ range: `bytes=${text.length}-` })
      expect([beyond.status, beyond.range]).toEqual([416, `bytes */${text.length}`])
    })

    it('gives a file of an instance to those who may see the instance', async () => {
      const client = await signIn()
      const { file } = await upload(client, quote)
      await start(client, { quote: [file] })
      expect((await download(await signIn({ username: 'looker' }), file.id)).status).toBe(200)
      expect((await download(await signIn({ roles: ['RoleProcessAdmin'] }), file.id)).status).toBe(200)
      expect((await download(await signIn(), file.id)).status).toBe(404)
    })
  })

  describe('a form with files', () => {
    it('keeps a single file as a variable of type File, and several as a list of what they are', async () => {
      const client = await signIn()
      const { file } = await upload(client, quote)
      const photos = [
        (await upload(client, { name: 'a.txt', content: 'one' })).file,
        (await upload(client, { name: 'b.txt', content: 'two' })).file,
      ]
      const { status, body } = await start(client, { quote: [file], photos })
      expect(status).toBe(200)
      const { rows } = await admin.query(
        'select name, type, value, bytes, info from variable where instance_id = $1 order by name',
        [body.instanceId],
      )
      expect(rows).toEqual([
        { name: 'photos', type: 'Json', value: JSON.stringify(photos), bytes: null, info: null },
        {
          name: 'photos_fileContentType',
          type: 'Json',
          value: '["application/octet-stream","application/octet-stream"]',
          bytes: null,
          info: null,
        },
        { name: 'photos_originalFileName', type: 'Json', value: '["a.txt","b.txt"]', bytes: null, info: null },
        {
          name: 'quote',
          type: 'File',
          value: null,
          bytes: pdf,
          info: { filename: 'Angebot Müller.pdf', mimeType: 'application/pdf', encoding: null },
        },
        { name: 'quote_fileContentType', type: 'String', value: 'application/pdf', bytes: null, info: null },
        { name: 'quote_originalFileName', type: 'String', value: 'Angebot Müller.pdf', bytes: null, info: null },
      ])
    })

    it('shows the file to the next, who may send it back unchanged but not changed', async () => {
      const client = await signIn()
      const { file } = await upload(client, quote)
      const { body } = await start(client, { quote: [file] })
      const looker = await signInAs(await userOf('looker'))
      const { rows } = await admin.query('select id from task where instance_id = $1', [body.instanceId])
      const id: string = rows[0].id
      const { form } = (await looker.call(taskCalls.get, { params: { id } })).body
      expect(form?.values).toEqual({ quote: [file] })
      const complete = (values: object) =>
        looker.call(taskCalls.complete, { params: { id }, body: { values, hash: form?.document.hash ?? '' } })
      const own = (await upload(looker, quote)).file
      expect((await complete({ quote: [own] })).error.details).toEqual([
        { where: 'quote', code: 'value.not-writable', message: 'This value cannot be changed.' },
      ])
      expect((await complete({ quote: [file] })).status).toBe(200)
    })

    it('believes nothing that the browser says of a file', async () => {
      const client = await signIn()
      const { file } = await upload(client, { name: 'notes.txt', content: 'not a pdf' })
      const lie = await start(client, { quote: [{ ...file, name: 'notes.pdf', type: 'application/pdf' }] })
      expect(lie.error.details).toEqual([
        { where: 'quote', code: 'file.type', message: 'You cannot upload file with type txt' },
      ])
      const large = (
        await upload(client, { name: 'large.pdf', content: Buffer.concat([pdf, Buffer.alloc(1024 * 1024)]) })
      ).file
      expect((await start(client, { quote: [{ ...large, size: 1 }] })).error.details?.map(({ code }) => code)).toEqual([
        'file.too-large',
      ])
      expect((await start(client, { quote: [file, large] })).error.details?.map(({ code }) => code)).toContain(
        'file.too-many',
      )
    })

    it('takes no file of somebody else, or of another instance', async () => {
      const client = await signIn()
      const theirs = (await upload(await signIn(), quote)).file
      const used = (await upload(client, quote)).file
      await start(client, { quote: [used] })
      for (const file of [theirs, used, { ...used, id: unknownId }, { ...used, id: 'no-id' }]) {
        expect((await start(client, { quote: [file] })).error.details).toEqual([
          { where: 'quote', code: 'file.invalid', message: 'Please select valid file' },
        ])
      }
      for (const value of ['text', [null], [{}], { id: used.id }])
        expect((await start(client, { quote: value })).status).toBe(422)
    })

    it('writes nothing when no file is given', async () => {
      const { body } = await start(await signIn(), { quote: null })
      const { rows } = await admin.query('select name from variable where instance_id = $1', [body.instanceId])
      expect(rows).toEqual([])
    })
  })

  async function userOf(username: string) {
    const { rows } = await admin.query('select id, username from app_user where username = $1 and workplace_id = $2', [
      username,
      workplaceId,
    ])
    return { id: rows[0].id as string, username, workplaceId }
  }
  return made
}

import { aboutCalls, profileCalls, roles, themeCalls } from '@millrace/contract'
import { pageTexts } from '@millrace/contract/page-texts'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'

const { app, anonymous, signIn, db, workplaceId } = await createTestApp()
const admin = await signIn({ roles: ['RoleAdmin'] })
const user = await signIn()

const texts = pageTexts.pageCatalogue
const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de', 'hex')
const jpeg = Buffer.from('ffd8ffe000104a46494600', 'hex')
const ns = 'xmlns="http://www.w3.org/2000/svg"'

/** Sends theme data as a browser's form does. */
async function save(client: TestClient, parts: Record<string, string | Buffer | [Buffer, string, string]>) {
  const form = new FormData()
  for (const [name, part] of Object.entries(parts)) {
    if (typeof part === 'string') form.append(name, part)
    else {
      const [bytes, fileName, type] = Array.isArray(part) ? part : [part, 'picture', 'application/octet-stream']
      form.append(name, new Blob([new Uint8Array(bytes)], { type }), fileName)
    }
  }
  const encoded = new Response(form)
  return client.send({
    method: 'POST',
    url: '/api/admin/themes-api',
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
}

async function add(name: string, code: string, variables: unknown = {}) {
  return admin.call(themeCalls.saveTheme, { body: { name, code, variables: JSON.stringify(variables) } })
}

/** The picture as a browser gets it. */
async function fetchPicture(client: TestClient, kind: 'logo' | 'favicon') {
  const data = await user.call(themeCalls.get)
  return client.send({ url: data.body[kind] ?? `/api/admin/themes-api/${kind}` })
}

describe('theme data', () => {
  it('is the built-in look at first', async () => {
    const north = await createWorkplace(db)
    const { status, body } = await (await signIn({ workplaceId: north })).call(themeCalls.get)
    expect([status, body]).toEqual([
      200,
      {
        productName: 'Millrace',
        logo: null,
        favicon: null,
        themeCode: 'theme-default',
        menuOnTop: false,
        fixedFooter: false,
      },
    ])
  })

  it('is changed part by part, and what is left out stays', async () => {
    expect((await save(admin, { productName: ' Halden Flow ', menuOnTop: 'true' })).status).toBe(200)
    const { body } = await save(admin, { fixedFooter: 'true', logo: '' })
    expect(body).toMatchObject({ productName: 'Halden Flow', menuOnTop: true, fixedFooter: true, logo: null })
    expect((await user.call(themeCalls.get)).body).toEqual(body)
    expect((await anonymous().call(aboutCalls.themeDetails)).body).toMatchObject({ productName: 'Halden Flow' })
    await save(admin, { productName: '', menuOnTop: 'false', fixedFooter: 'false' })
    expect((await user.call(aboutCalls.themeDetails)).body).toMatchObject({ productName: 'Millrace' })
  })

  it.each([
    [{ productName: '<script>alert(1)</script>' }, 'productName'],
    [{ productName: 'x'.repeat(51) }, 'productName'],
    [{ menuOnTop: 'yes' }, 'menuOnTop'],
    [{ workplace_id: '1' }, 'form'],
    [{ logo: 'https://evil.example/logo.png' }, 'logo'],
    [{ banner: png }, undefined],
  ])('is refused as %o, and nothing changes', async (parts, where) => {
    const before = (await user.call(themeCalls.get)).body
    const { status, error } = await save(admin, { fixedFooter: 'true', ...(parts as Record<string, string>) })
    expect([status, error.code, error.details?.[0]?.where]).toEqual([400, 'request.invalid', where])
    expect(error.message).toMatch(/^Expected /)
    expect((await user.call(themeCalls.get)).body).toEqual(before)
  })

  it('wants a theme that exists', async () => {
    const { status, error } = await save(admin, { themeCode: 'nowhere' })
    expect([status, error.code]).toEqual([422, 'theme.unknown'])
  })

  it.each(roles.filter((role) => role !== 'RoleAdmin'))('is not changed by %s', async (role) => {
    const client = await signIn({ roles: [role] })
    for (const call of [themeCalls.saveTheme, themeCalls.removeLogo, themeCalls.removeFavicon])
      expect(
        (await client.call(call, { body: call === themeCalls.saveTheme ? { name: 'x', variables: '{}' } : undefined }))
          .error.code,
      ).toBe('right.missing')
    expect((await save(client, { productName: 'Mine' })).error.code).toBe('right.missing')
    expect((await client.call(themeCalls.removeTheme, { params: { id: 'x' } })).error.code).toBe('right.missing')
  })
})

describe('logo and favicon', () => {
  it('have a type by their content, regardless of name and sender', async () => {
    const { body } = await save(admin, { logo: [png, 'logo.html', 'text/html'], favicon: [jpeg, 'x.ico', 'image/png'] })
    expect(body).toMatchObject({
      logo: expect.stringMatching(/^\/api\/admin\/themes-api\/logo\?v=\w{16}$/),
      favicon: expect.stringMatching(/^\/api\/admin\/themes-api\/favicon\?v=\w{16}$/),
    })
    const { status, headers } = await fetchPicture(user, 'logo')
    expect([status, headers['content-type']]).toEqual([200, 'image/png'])
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    })
    expect((await fetchPicture(anonymous(), 'favicon')).headers['content-type']).toBe('image/jpeg')
  })

  it('get another address with another content', async () => {
    const before = (await save(admin, { logo: png })).body as { logo: string }
    const after = (await save(admin, { logo: jpeg })).body as { logo: string }
    expect(after.logo).not.toBe(before.logo)
  })

  it.each([
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['text that begins like a bitmap', Buffer.from('BM is not enough to be a bitmap, is it')],
    ['a GIF', Buffer.from('GIF89a')],
    [
      'an icon that points behind its end',
      Buffer.from(`00000100010010100000010020000000ffff16000000${'00'.repeat(9)}`, 'hex'),
    ],
    ['a program', Buffer.from('4d5a9000', 'hex')],
  ])('are refused when they are %s', async (_, bytes) => {
    for (const kind of ['logo', 'favicon'])
      expect((await save(admin, { [kind]: [bytes, 'a.png', 'image/png'] })).error.code).toBe('file.refused')
  })

  it('have types of their own', async () => {
    const ico = Buffer.from(`0000010001001010000001002000080000001600000000${'00'.repeat(10)}`, 'hex')
    expect((await save(admin, { favicon: ico })).status).toBe(200)
    expect((await save(admin, { logo: ico })).error.code).toBe('file.refused')
    expect((await save(admin, { favicon: Buffer.from(`<svg ${ns}/>`) })).error.code).toBe('file.refused')
  })

  it('are cleaned when they are SVG: nothing of a script is stored', async () => {
    const evil = `<svg ${ns} onload="alert(1)"><script>alert(1)</script><rect width="1"/></svg>`
    expect((await save(admin, { logo: [Buffer.from(evil), 'logo.png', 'image/png'] })).status).toBe(200)
    const { headers, body } = await fetchPicture(user, 'logo')
    expect(headers['content-type']).toBe('image/svg+xml')
    expect(body).toBe(`<svg ${ns}><rect width="1"></rect></svg>`)
    const { status, error } = await save(admin, { logo: Buffer.from(`<svg ${ns}><g></svg>`) })
    expect([status, error.code]).toEqual([422, 'file.refused'])
  })

  it('may measure 500 KB, and not a byte more', async () => {
    const filled = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)])
    expect((await save(admin, { logo: filled(512_000) })).status).toBe(200)
    const { status, error } = await save(admin, { logo: filled(512_001) })
    expect([status, error.code]).toEqual([413, 'request.too-large'])
  })

  it('are removed, once or twice', async () => {
    await save(admin, { logo: png, favicon: png })
    for (let time = 0; time < 2; time++) {
      expect((await admin.call(themeCalls.removeLogo)).body).toMatchObject({ logo: null })
      expect((await admin.call(themeCalls.removeFavicon)).body).toMatchObject({ favicon: null })
    }
    expect((await user.call(themeCalls.logo)).error.code).toBe('thing.not-found')
  })
})

describe('user-defined themes', () => {
  it('are added, changed, listed by name and deleted', async () => {
    const added = await add('Halden Works', 'theme-adv', { light: { accent: '#7A2E4D' }, radius: 10 })
    expect(added.body).toMatchObject({ error: false, message: texts.themeSaved, data: { code: 'theme-adv' } })
    const { id } = added.body.data
    await add('halden nordic', 'nordic')
    const changed = await admin.call(themeCalls.saveTheme, {
      body: { id, code: 'another', name: 'Works', variables: '{"density":"compact"}' },
    })
    expect(changed.body.data).toEqual({
      id,
      code: 'theme-adv',
      name: 'Works',
      variables: '{"density":"compact"}',
      usedBy: 0,
    })
    const { body } = await user.call(themeCalls.list)
    expect([body.error, body.message, body.data.map(({ name }) => name)]).toEqual([
      false,
      null,
      ['halden nordic', 'Works'],
    ])
    const removed = await admin.call(themeCalls.removeTheme, { params: { id } })
    expect(removed.body).toEqual({ error: false, message: texts.themeDeleted, data: null })
    expect((await admin.call(themeCalls.removeTheme, { params: { id } })).error.code).toBe('thing.not-found')
  })

  it('keep colours in one spelling', async () => {
    const { body } = await add('Spelling', 'spelling', { dark: { desk: '#ABCDEF' } })
    expect(body.data.variables).toBe('{"dark":{"desk":"#abcdef"}}')
  })

  it.each([
    ['Spelling', 'new-1', 'thing.name-taken', texts.themeNameExists],
    ['SPELLING', 'new-2', 'thing.name-taken', texts.themeNameExists],
    ['Default', 'new-3', 'thing.name-taken', texts.themeNameExists],
    ['default', 'new-4', 'thing.name-taken', texts.themeNameExists],
    ['New', 'spelling', 'thing.key-taken', texts.themeCodeUnique],
    ['New', 'theme-default', 'thing.key-taken', texts.themeCodeUnique],
    ['New', 'Theme-Default', 'thing.key-taken', texts.themeCodeUnique],
  ])('cannot be named %s with the code %s', async (name, code, errorCode, message) => {
    const { status, body } = await add(name, code)
    expect([status, body]).toMatchObject([
      409,
      { error: true, message, data: null, code: errorCode, kind: 'theme', requestId: expect.any(String) },
    ])
  })

  it('keep their own name, and cannot take that of another', async () => {
    const { id } = (await add('One', 'one')).body.data
    await add('Two', 'two')
    const rename = (name: string) => admin.call(themeCalls.saveTheme, { body: { id, name, variables: '{}' } })
    expect((await rename('One')).status).toBe(200)
    expect((await rename('Two')).error.message).toBe(texts.themeNameExists)
    expect((await rename('Default')).error.message).toBe(texts.themeNameExists)
  })

  it.each([
    ['', 'name'],
    ['<img src=x onerror=alert(1)>', 'name'],
    ['two  spaces', 'name'],
    ['x'.repeat(256), 'name'],
  ])('cannot be named %s', async (name, where) => {
    const { status, error } = await add(name, 'some-code')
    expect([status, error.code, error.details?.[0]?.where]).toEqual([400, 'request.invalid', where])
    expect(error).toMatchObject({ error: true, data: null })
  })

  it.each(['', 'a b c;', '"><script>', 'x'.repeat(256)])('cannot have the code %s', async (code) => {
    const { status, error } = await add('Good name', code)
    expect([status, error.code, error.details?.[0]?.where]).toEqual([400, 'request.invalid', 'code'])
  })

  it.each([
    ['an unknown variable', { light: {}, background: 'red' }],
    ['a colour of an unknown name', { light: { link: '#112233' } }],
    ['a colour that closes the rule', { light: { accent: '#fff}body{background:url(//evil.example)' } }],
    ['a colour that loads', { dark: { desk: 'url(https://evil.example/x)' } }],
    ['a colour by variable', { light: { accent: 'var(--x)' } }],
    ['a font of its own', { font: 'Comic Sans; } @import url(//evil.example)' }],
    ['a radius that is no number', { radius: '6px' }],
    ['a radius not in the list', { radius: 400 }],
    ['a density that does not exist', { density: 'huge' }],
    ['a prototype', JSON.parse('{"__proto__":{"x":1}}')],
    ['a list', []],
    ['nothing', null],
  ])('cannot hold %s', async (_, variables) => {
    const { status, error } = await add('Good name', 'good-code', variables)
    expect([status, error.code]).toEqual([422, 'theme.invalid'])
    expect(error.message).toMatch(/^Expected /)
    expect(error).toMatchObject({ error: true, data: null })
  })

  it('cannot hold what is no JSON, or too much', async () => {
    const save = (variables: string) =>
      admin.call(themeCalls.saveTheme, { body: { name: 'Good name', code: 'good-code', variables } })
    expect((await save('{')).error.code).toBe('theme.invalid')
    expect((await save(' '.repeat(5_001))).error.code).toBe('request.invalid')
  })

  it('are saved once when two save the same name at once', async () => {
    const answers = await Promise.all(['twin-1', 'twin-2'].map((code) => add('Twin', code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('cannot be changed when they no longer exist, or never were', async () => {
    for (const id of ['00000000-0000-4000-8000-000000000000', 'theme-default', "' or 1=1 --"]) {
      const { error } = await admin.call(themeCalls.saveTheme, { body: { id, name: 'Ghost', variables: '{}' } })
      expect([error.code, (await admin.call(themeCalls.removeTheme, { params: { id } })).error.code]).toEqual([
        'thing.not-found',
        'thing.not-found',
      ])
    }
  })

  it('report refusals and bad addresses also in the body', async () => {
    const base = '/api/admin/themes-api/user-defined-theme'
    for (const url of [`${base}/all`, `${base}/%ff`]) {
      const { statusCode, body } = await app.inject({ method: 'GET', url })
      expect([statusCode, JSON.parse(body)]).toEqual([
        expect.toBeOneOf([400, 401]),
        {
          error: true,
          data: null,
          code: expect.any(String),
          message: expect.any(String),
          requestId: expect.any(String),
        },
      ])
    }
  })

  it('leave their places to the built-in one when they are deleted', async () => {
    const { id } = (await add('Leaving', 'leaving')).body.data
    await save(admin, { themeCode: 'leaving' })
    await user.call(profileCalls.save, { body: { themeCode: 'leaving' } })
    expect((await admin.call(themeCalls.list)).body.data.find((theme) => theme.id === id)?.usedBy).toBe(1)
    await admin.call(themeCalls.removeTheme, { params: { id } })
    expect((await user.call(themeCalls.get)).body.themeCode).toBe('theme-default')
    await add('Coming', 'leaving')
    expect((await user.call(profileCalls.get)).body.themeCode).toBeNull()
  })

  it('end somewhere', async () => {
    const { body } = await admin.call(themeCalls.list)
    const rest = 100 - body.data.length
    for (let number = 0; number < rest; number++)
      expect((await add(`Many ${number}`, `many-${number}`)).status).toBe(200)
    const { status, error } = await add('One too many', 'one-too-many')
    expect([status, error.code]).toEqual([409, 'theme.too-many'])
  })
})

describe('another workplace', () => {
  it('has the same names and codes for itself, and sees and changes nothing of ours', async () => {
    const north = await createWorkplace(db)
    const theirs = await signIn({ workplaceId: north, roles: ['RoleAdmin'] })
    await save(admin, { productName: 'Ours', logo: png })
    const [ours] = (await admin.call(themeCalls.list)).body.data
    expect((await theirs.call(themeCalls.list)).body.data).toEqual([])
    expect((await theirs.call(themeCalls.get)).body).toMatchObject({ productName: 'Millrace', logo: null })
    expect((await theirs.call(themeCalls.logo)).error.code).toBe('thing.not-found')
    const params = { id: ours?.id ?? '' }
    expect((await theirs.call(themeCalls.removeTheme, { params })).error.code).toBe('thing.not-found')
    const body = { name: ours?.name ?? '', code: ours?.code ?? '', variables: '{}' }
    expect((await theirs.call(themeCalls.saveTheme, { body: { ...body, id: params.id } })).error.code).toBe(
      'thing.not-found',
    )
    expect((await theirs.call(themeCalls.saveTheme, { body })).status).toBe(200)
    expect((await save(theirs, { themeCode: 'coming' })).error.code).toBe('theme.unknown')
    expect(workplaceId).not.toBe(north)
  })
})

import { type EmailTemplate, emailTemplateCalls } from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'

const { db, signIn, anonymous } = await createTestApp()
const designer = await signIn({ roles: ['RoleDesign'], firstName: 'Grace', lastName: 'Hopper' })
const stranger = await signIn({ workplaceId: await createWorkplace(db), roles: ['RoleDesign'] })

const grace = { username: designer.user.username, displayName: 'Grace Hopper' }
const nowhere = { id: '00000000-0000-7000-8000-000000000000' }
let count = 0
const create = async (more: object = {}): Promise<EmailTemplate> => {
  const body = { name: `Mail ${++count}`, subject: 'Order ${number}', html: '<p>Hello ${name}</p>', ...more }
  const answer = await designer.call(emailTemplateCalls.create, { body })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.error))
  return answer.body
}

describe('an email template', () => {
  it('is created with cleaned HTML, found, changed and listed', async () => {
    const made = await create({
      name: 'Order mail',
      html: '<p onclick="x">Hello ${customer.name}</p><script>x</script>',
    })
    expect(made).toEqual({
      id: expect.any(String),
      name: 'Order mail',
      subject: 'Order ${number}',
      html: '<p>Hello ${customer.name}</p>',
      missingValues: 'empty',
      variables: ['customer', 'number'],
      revision: 1,
      disabled: null,
      createdAt: '2030-01-07T09:00:00.000Z',
      createdBy: grace,
      updatedAt: '2030-01-07T09:00:00.000Z',
      updatedBy: grace,
    })
    const params = { id: made.id }
    const body = { name: 'Order mail', subject: 'Ordered', html: '<b>x</b>', missingValues: 'refuse', revision: 1 }
    const changed = await designer.call(emailTemplateCalls.save, { params, body })
    expect(changed.body).toMatchObject({ subject: 'Ordered', missingValues: 'refuse', variables: [], revision: 2 })
    expect((await designer.call(emailTemplateCalls.get, { params })).body).toEqual(changed.body)
    const late = await designer.call(emailTemplateCalls.save, { params, body })
    expect([late.status, late.error.code]).toEqual([409, 'thing.changed'])
    expect(late.error.message).toContain('Grace Hopper has changed it')
    const { body: page } = await designer.call(emailTemplateCalls.list, { query: { q: 'ordered' } })
    expect(page.items).toEqual([
      {
        id: made.id,
        name: 'Order mail',
        subject: 'Ordered',
        isDisabled: false,
        updatedAt: '2030-01-07T09:00:00.000Z',
        updatedBy: grace,
      },
    ])
  })

  it.each([
    [{ name: '' }, 'request.invalid'],
    [{ name: 'x'.repeat(51) }, 'request.invalid'],
    [{ name: '<b>' }, 'request.invalid'],
    [{ subject: ' ' }, 'request.invalid'],
    [{ subject: 'x'.repeat(256) }, 'request.invalid'],
    [{ subject: 'a\r\nBcc: eve@example.org' }, 'request.invalid'],
    [{ html: 'x'.repeat(200_001) }, 'request.invalid'],
    [{ html: 7 }, 'request.invalid'],
    [{ missingValues: 'guess' }, 'request.invalid'],
    [{ subject: '${1 +}' }, 'template.invalid'],
    [{ html: '<p>${open</p>' }, 'template.invalid'],
  ])('refuses %j', async (more, code) => {
    const body = { name: 'Wrong', subject: 'x', html: '', ...more }
    const { error } = await designer.call(emailTemplateCalls.create, { body })
    expect(error.code).toBe(code)
    expect((await designer.call(emailTemplateCalls.list, { query: { q: 'Wrong' } })).body.items).toEqual([])
  })

  it('names each placeholder that cannot be read', async () => {
    const body = { name: 'Wrong', subject: '${1 +}', html: '<p>${a b}</p>' }
    const { status, error } = await designer.call(emailTemplateCalls.create, { body })
    expect([status, error.details?.map(({ where }) => where)]).toEqual([422, ['subject', 'html']])
    expect(error.message).toMatch(/^Expected placeholders that can be read, but \$\{1 \+\} cannot: /)
  })

  it('has a name of its own', async () => {
    const one = await create()
    const body = { name: one.name.toUpperCase(), subject: 'x', html: '' }
    const { status, error } = await designer.call(emailTemplateCalls.create, { body })
    expect([status, error.code, error.message]).toEqual([
      409,
      'thing.name-taken',
      'An email template has this name already',
    ])
  })

  it('is disabled with a reason, neither changed nor tried then, and restored', async () => {
    const made = await create()
    const params = { id: made.id }
    const query = { deletedReason: 'Nobody reads it' }
    expect((await designer.call(emailTemplateCalls.disable, { params, query: {} })).error.code).toBe('request.invalid')
    expect((await designer.call(emailTemplateCalls.disable, { params, query })).body.disabled).toEqual({
      at: '2030-01-07T09:00:00.000Z',
      by: grace,
      reason: 'Nobody reads it',
    })
    const refused = [
      await designer.call(emailTemplateCalls.disable, { params, query }),
      await designer.call(emailTemplateCalls.save, { params, body: { name: 'x', subject: 'x', html: '' } }),
      await designer.call(emailTemplateCalls.sendTest, { params, body: { to: 'ann@example.org' } }),
    ]
    expect(refused.map(({ error }) => error.code)).toEqual(refused.map(() => 'thing.disabled'))
    expect((await designer.call(emailTemplateCalls.restore, { params })).body.disabled).toBeNull()
    expect((await designer.call(emailTemplateCalls.restore, { params })).error.code).toBe('thing.exists')
  })

  it('is for designers of its workplace', async () => {
    const made = await create()
    const params = { id: made.id }
    const ask = async (client: TestClient) =>
      (
        await Promise.all([
          client.call(emailTemplateCalls.get, { params }),
          client.call(emailTemplateCalls.save, { params, body: { name: 'x', subject: 'x', html: '' } }),
          client.call(emailTemplateCalls.disable, { params, query: { deletedReason: 'No' } }),
          client.call(emailTemplateCalls.restore, { params }),
          client.call(emailTemplateCalls.sendTest, { params, body: { to: 'ann@example.org' } }),
          client.call(emailTemplateCalls.testMail, { params }),
        ])
      ).map(({ error }) => error.code)
    expect(new Set(await ask(anonymous()))).toEqual(new Set(['session.missing']))
    expect(new Set(await ask(await signIn()))).toEqual(new Set(['right.missing']))
    expect(new Set(await ask(stranger))).toEqual(new Set(['thing.not-found']))
    expect((await stranger.call(emailTemplateCalls.list)).body.items).toEqual([])
    for (const id of ['nothing', nowhere.id])
      expect((await designer.call(emailTemplateCalls.get, { params: { id } })).status).toBe(404)
  })
})

describe('a preview', () => {
  it('has the sample values as text, and names those that are missing', async () => {
    const body = {
      subject: 'Order ${number}',
      html: '<p>Hello ${name}, ${missing}</p>',
      sample: { number: 7, name: '<i>Ann</i>' },
    }
    const { status, body: preview } = await designer.call(emailTemplateCalls.preview, { body })
    expect([status, preview]).toEqual([
      200,
      {
        subject: 'Order 7',
        html: '<p>Hello &lt;i&gt;Ann&lt;/i&gt;, </p>',
        text: 'Hello <i>Ann</i>,',
        missing: [{ placeholder: '${missing}', message: expect.any(String) }],
      },
    ])
  })

  it.each([
    ['an endless one', '${"x".repeat(2000000000)}'],
    ['too many values', Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`v${n}`, n]))],
  ])('of %s does not hold anybody up', async (_, given) => {
    const body =
      typeof given === 'string' ? { subject: 'x', html: given } : { subject: 'x', html: '', sample: given as object }
    const { status, body: answer } = await designer.call(emailTemplateCalls.preview, { body })
    if (typeof given === 'string') expect(status === 422 || answer.missing.length === 1).toBe(true)
    else expect(status).toBe(400)
  })
})

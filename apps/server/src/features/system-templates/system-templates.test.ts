import { systemTemplateCalls as calls, type SystemTemplate, systemMailNames } from '@millrace/contract'
import { mailTextsOf } from '@millrace/contract/mail-texts'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { cleanHtml } from '../../runtime/mail/clean-html.ts'
import { fillBuiltIn } from '../../runtime/mail/system/fill-built-in.ts'
import { sampleFilling } from '../../runtime/mail/system/sample-filling.ts'
import { fillOwn } from '../../runtime/mail/system/write-system-mail.ts'

const { db, admin, clock, runtime, workplaceId, signIn, anonymous } = await createTestApp()
const grace = await signIn({ roles: ['RoleAdmin'], firstName: 'Grace', lastName: 'Hopper' })
const stranger = await signIn({ workplaceId: await createWorkplace(db), roles: ['RoleAdmin'] })

const byGrace = { username: grace.user.username, displayName: 'Grace Hopper' }
const own = { subject: 'To do: ${name}', html: '<p>${what}</p>' }
const save = (mail: string, more: object = {}, client: TestClient = grace) =>
  client.call(calls.save, { params: { mail }, body: { ...own, ...more } })
const get = async (mail: string, language?: string, client: TestClient = grace): Promise<SystemTemplate> => {
  const { status, body, error } = await client.call(calls.get, { params: { mail }, query: { language } })
  if (status !== 200) throw new Error(JSON.stringify(error))
  return body
}
const rowOf = async (mail: string) => (await grace.call(calls.list)).body.find((row) => row.mail === mail)

describe('the mails of the product', () => {
  it('are listed, each with the text that the product brings', async () => {
    const { body } = await grace.call(calls.list)
    expect(body.map(({ mail }) => mail)).toEqual([
      ...['assigned', 'dueSoon', 'overdue', 'mentioned', 'completed', 'cancelled', 'failed'],
      ...['digest', 'formLink', 'savedForm', 'invitation', 'passwordReset'],
      ...['emergencySignIn', 'incidentAlert', 'silentListeners', 'secondFactorChanged'],
    ])
    expect(body.filter(({ languages, updatedAt }) => languages.length > 0 || updatedAt !== null)).toEqual([])
    expect(await get('dueSoon')).toEqual({
      ...{ mail: 'dueSoon', language: '', subject: '${name}: ${what}', html: expect.stringContaining('${answers}') },
      ...{
        isOwn: false,
        revision: 0,
        languages: [],
        hasLanguages: true,
        fault: null,
        updatedAt: null,
        updatedBy: null,
      },
      placeholders: expect.arrayContaining([
        { name: 'due', sample: '08/01/2030 09:00:00 (UTC)', isPart: false },
        { name: 'answers', sample: expect.stringContaining('Approve'), isPart: true },
      ]),
    })
  })

  it.each(systemMailNames)('say in %s the same when its text is filled by names and by expressions', async (mail) => {
    const text = mailTextsOf(null).mails[mail]
    for (const isSparse of [false, true]) {
      const filling = sampleFilling(mail, { publicUrl: 'https://bpm.example.org', now: clock(), isSparse })
      const builtIn = fillBuiltIn(mail, text, filling)
      const filled = await fillOwn(runtime, workplaceId, { mail, own: text, filling })
      expect(filled).toEqual({ ...builtIn, html: cleanHtml(builtIn.html) })
      expect(builtIn.text).not.toContain('${')
    }
    // What the product brings can be saved as it is.
    expect((await grace.call(calls.preview, { params: { mail }, body: text })).status).toBe(200)
  })
})

describe('a text of a workplace', () => {
  it('is kept with cleaned HTML, in the place of that of the product, and set back', async () => {
    const made = await save('assigned', { html: '<p onclick="x">${what}</p><script>x</script>', revision: 0 })
    expect(made.body).toMatchObject({
      ...{
        mail: 'assigned',
        language: '',
        subject: 'To do: ${name}',
        html: '<p>${what}</p>',
        isOwn: true,
        revision: 1,
      },
      ...{ languages: [''], updatedAt: '2030-01-07T09:00:00.000Z', updatedBy: byGrace },
    })
    expect(await get('assigned')).toEqual(made.body)
    expect(await rowOf('assigned')).toEqual({
      ...{ mail: 'assigned', languages: [''], fault: null, updatedAt: '2030-01-07T09:00:00.000Z', updatedBy: byGrace },
    })
    const params = { mail: 'assigned' }
    const back = await grace.call(calls.reset, { params, query: { revision: 1 } })
    expect(back.body).toMatchObject({ subject: '${name}: ${what}', isOwn: false, revision: 2, languages: [] })
    // What is so already stays so.
    expect((await grace.call(calls.reset, { params, query: { revision: 1 } })).body).toEqual(back.body)
    expect((await grace.call(calls.reset, { params: { mail: 'failed' } })).body).toMatchObject({ revision: 0 })
  })

  it('of a language is for its readers, who have that of everybody else without it', async () => {
    await save('mentioned', { subject: 'For all' })
    await save('mentioned', { language: 'de', subject: 'Auf Deutsch' })
    await save('mentioned', { language: 'pt-br', subject: 'Em português' })
    const subjects = await Promise.all(
      ['', 'de', 'de-AT', 'pt-BR', 'pt', 'fr'].map(async (language) => (await get('mentioned', language)).subject),
    )
    expect(subjects).toEqual(['For all', 'Auf Deutsch', 'Auf Deutsch', 'Em português', 'For all', 'For all'])
    expect((await get('mentioned', 'fr')).isOwn).toBe(false)
    expect((await rowOf('mentioned'))?.languages).toEqual(['', 'de', 'pt-BR'])
    await grace.call(calls.reset, { params: { mail: 'mentioned' }, query: { language: 'de' } })
    expect((await get('mentioned', 'de')).subject).toBe('For all')
  })

  it('is not written over by a user who has opened it before another user has changed or set it back', async () => {
    const ada = await signIn({ roles: ['RoleAdmin'], firstName: 'Ada', lastName: 'Byron' })
    const params = { mail: 'overdue' }
    await save('overdue', { revision: 0 }, ada)
    const first = await save('overdue', { revision: 0, subject: 'Late' })
    expect([first.status, first.error.code]).toEqual([409, 'thing.changed'])
    expect(first.error.message).toContain('“Task overdue” as it was when you opened it, but Ada Byron has changed it')
    await ada.call(calls.reset, { params, query: { revision: 1 } })
    expect((await save('overdue', { revision: 1 })).error.code).toBe('thing.changed')
    expect((await save('overdue', { revision: 2 })).body.revision).toBe(3)
    expect((await grace.call(calls.reset, { params, query: { revision: 2 } })).error.code).toBe('thing.changed')
    expect((await get('overdue')).subject).toBe('To do: ${name}')
  })

  it('is one of those that two begin at the same moment', async () => {
    const answers = await Promise.all(
      Array.from({ length: 2 }, (_, n) => save('cancelled', { revision: 0, subject: `Text ${n}` })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { body } = answers.find(({ status }) => status === 200) ?? {}
    expect((await get('cancelled')).subject).toBe(body?.subject)
  })

  it('is reported in the audit, once for each change', async () => {
    await save('completed')
    await save('completed', { subject: 'Over' })
    await grace.call(calls.reset, { params: { mail: 'completed' } })
    const { rows } = await admin.query(
      `select r.user_id, e.operation, e.before ->> 'subject' as before, e.after ->> 'subject' as after from audit_entry e
        join audit_revision r on r.workplace_id = e.workplace_id and r.number = e.revision
        where e.entity = 'system-template' and e.key = 'completed/' order by e.revision`,
    )
    const user_id = grace.user.username
    expect(rows).toEqual([
      { user_id, operation: 'insert', before: null, after: 'To do: ${name}' },
      { user_id, operation: 'update', before: 'To do: ${name}', after: 'Over' },
      { user_id, operation: 'update', before: 'Over', after: null },
    ])
  })

  it.each<[string, object, string, string?]>([
    ['assigned', { subject: ' ' }, 'request.invalid'],
    ['assigned', { subject: 'x'.repeat(256) }, 'request.invalid'],
    ['assigned', { subject: 'a\r\nBcc: eve@example.org' }, 'request.invalid'],
    ['assigned', { html: 'x'.repeat(200_001) }, 'request.invalid'],
    ['assigned', { language: 'German!' }, 'request.invalid'],
    ['assigned', { subject: '${1 +}' }, 'template.invalid', 'subject'],
    ['assigned', { html: '<p>${open</p>' }, 'template.invalid', 'html'],
    ['assigned', { html: '<p>${customer.name}</p>' }, 'template.invalid', 'html'],
    ['assigned', { subject: '${comment}' }, 'template.invalid', 'subject'],
    ['assigned', { subject: '${answers}' }, 'template.invalid', 'subject'],
    ['assigned', { html: '<a href="${answers}">x</a>' }, 'template.invalid', 'html'],
    ['assigned', { html: '${answers == null ? 1 : 2}' }, 'template.invalid', 'html'],
    // Only with few values.
    ['assigned', { html: '<p>${by.toUpperCase()}</p>' }, 'template.invalid', 'html'],
    ['assigned', { subject: '${by}' }, 'template.invalid', 'subject'],
    ['mentioned', { html: '${answers}' }, 'template.invalid', 'html'],
    ['digest', { subject: 'x', html: '<p>${count}</p>' }, 'template.invalid', 'html'],
    ['formLink', { subject: 'x', html: '<p>${name}</p>' }, 'template.invalid', 'html'],
    ['formLink', { html: '<p>${validity == null ? name : link}</p>' }, 'template.invalid', 'html'],
    ['savedForm', { subject: '${link}', html: '<p>${name}</p>' }, 'template.invalid', 'html'],
    ['assigned', { html: '${"x".repeat(2000000000)}' }, 'budget.exceeded'],
    ['formLink', { html: '${link}', language: 'de' }, 'template.invalid', 'language'],
    ['welcome', {}, 'thing.not-found'],
    ['toString', {}, 'thing.not-found'],
  ])('of %s is refused with %j', async (mail, more, code, where) => {
    const before = (await admin.query('select count(*) from system_template')).rows
    const { error } = await save(mail, more)
    expect([error.code, ...(where === undefined ? [] : [error.details?.[0]?.where])]).toEqual([
      code,
      ...(where === undefined ? [] : [where]),
    ])
    expect((await admin.query('select count(*) from system_template')).rows).toEqual(before)
  })

  it('learns which placeholders the mail has', async () => {
    const { error } = await save('formLink', { html: '<p>${link} ${customer}</p>' })
    expect(error.message).toBe(
      'Expected placeholders of this mail, but ${customer} does not exist. The placeholders are ${name}, ${link}, ${until}, ${validity}.',
    )
    expect(error.details).toEqual([{ where: 'html', message: '${customer} is no placeholder of this mail.' }])
  })

  it('is there in at most thirty languages', async () => {
    const tags = Array.from({ length: 31 }, (_, n) => `q${String.fromCharCode(97 + Math.floor(n / 26), 97 + (n % 26))}`)
    for (const language of tags.slice(0, 30)) expect((await save('failed', { language })).status).toBe(200)
    expect((await save('failed', { language: tags[30] })).error.code).toBe('template.too-many')
    expect((await save('failed', { language: tags[0] })).status).toBe(200)
    expect((await save('failed')).status).toBe(200)
    // One that is set back makes room for another, and then has none itself.
    await grace.call(calls.reset, { params: { mail: 'failed' }, query: { language: tags[0] ?? '' } })
    expect((await save('failed', { language: tags[30] })).status).toBe(200)
    expect((await save('failed', { language: tags[0] })).error.code).toBe('template.too-many')
  })

  it('is for administrators of its workplace', async () => {
    await save('assigned', { subject: 'Ours' })
    const params = { mail: 'assigned' }
    const ask = async (client: TestClient) =>
      (
        await Promise.all([
          client.call(calls.list),
          client.call(calls.get, { params }),
          client.call(calls.save, { params, body: own }),
          client.call(calls.reset, { params }),
          client.call(calls.preview, { params, body: own }),
          client.call(calls.sendTest, { params, body: { to: 'ann@example.org' } }),
          client.call(calls.testMail, { params: { id: workplaceId } }),
        ])
      ).map(({ error }) => error?.code)
    expect(new Set(await ask(anonymous()))).toEqual(new Set(['session.missing']))
    expect(new Set(await ask(await signIn({ roles: ['RoleUser', 'RoleDesign', 'RoleProcessAdmin'] })))).toEqual(
      new Set(['right.missing']),
    )
    expect((await get('assigned', '', stranger)).isOwn).toBe(false)
    await save('assigned', { subject: 'Theirs' }, stranger)
    await stranger.call(calls.reset, { params })
    expect((await get('assigned')).subject).toBe('Ours')
  })
})

describe('a preview', () => {
  it('is the mail with sample values, links to answer by and all', async () => {
    const body = {
      subject: '${name}',
      html: '<p>${firstName}: ${due}, ${process}</p>${answers}<a href="${link}">x</a>',
    }
    const { body: preview } = await grace.call(calls.preview, { params: { mail: 'dueSoon' }, body })
    expect(preview).toEqual({
      subject: 'Check the invoice',
      html: expect.stringMatching(
        /^<p>Ann: 08\/01\/2030 09:00:00 \(UTC\), Purchase<\/p><p>Answer: <a href="http[^"]+">Approve/,
      ),
      text: expect.stringContaining('Ann: 08/01/2030 09:00:00 (UTC), Purchase'),
      missing: [],
    })
  })

  it('is refused like what is saved', async () => {
    const params = { mail: 'assigned' }
    const { error } = await grace.call(calls.preview, { params, body: { subject: 'x', html: '${customer}' } })
    expect(error.code).toBe('template.invalid')
  })
})

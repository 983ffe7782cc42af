import { process } from '@millrace/bpmn/builder'
import { type EmailTemplate, emailTemplateCalls } from '@millrace/contract'
import type { MailWork } from '@millrace/engine'
import { createTestApp, createWorkplace } from '@millrace/server/testing'
import { beforeEach, expect, it } from 'vitest'
import { runClaimedJob } from '../run-job.ts'
import { claimAll } from '../testing/claim-all.ts'
import { createWorkPlace } from '../testing/create-work-place.ts'
import type { Services } from './services.ts'

const app = await createTestApp()
const { db, admin, clock, runtime, workplaceId, signIn } = app
const designer = await signIn({ roles: ['RoleDesign'] })
const place = createWorkPlace(app, runtime, { workplaceId, userId: null, cause: 'test' })

const sent: MailWork[] = []
const services: Services = {
  http: () => Promise.reject(new Error('Expected no call.')),
  mail: async (mail) => {
    sent.push(mail)
    return { messageId: 'x' }
  },
}
const workOff = async () => {
  const jobs = await claimAll(db, clock())
  return Promise.all(jobs.map((job) => runClaimedJob({ runtime, services }, job)))
}

let count = 0
const create = async (more: object = {}): Promise<EmailTemplate> => {
  const text = { subject: 'Order ${number}', html: '<p>Dear ${customer.name}, ${note}</p>' }
  return (await designer.call(emailTemplateCalls.create, { body: { name: `Sent ${++count}`, ...text, ...more } })).body
}

/** A mail step that names a template. */
const mailing = (fields: Readonly<Record<string, string>>) => {
  const inside = Object.entries({ to: 'ann@example.org', ...fields })
    .map(([name, value]) => `<flowable:field name="${name}" stringValue="${value}"/>`)
    .join('')
  return process(`mailing${++count}`, {}, 'flowable')
    .start()
    .serviceTask('tell', { 'flowable:type': 'mail', inside: `<extensionElements>${inside}</extensionElements>` })
    .userTask('after')
    .end()
    .toXml()
}
const values = { number: 7, customer: { name: 'Ann & Co' }, note: '<b>soon</b>', other: 'x' }

beforeEach(async () => {
  sent.length = 0
  for (const table of ['job', 'incident']) await admin.query(`delete from ${table}`)
})

it('a mail step that names an email template sends what that says of the variables', async () => {
  const { name } = await create()
  const id = await place.run(mailing({ template: name.toUpperCase() }), values)
  expect(await workOff()).toEqual(['done'])
  expect(sent).toMatchObject([
    {
      to: ['ann@example.org'],
      subject: 'Order 7',
      html: '<p>Dear Ann &amp; Co, &lt;b&gt;soon&lt;/b&gt;</p>',
      text: 'Dear Ann & Co, <b>soon</b>',
    },
  ])
  expect(await place.standsAt(id)).toEqual(['after'])
})

it('a subject of its own is kept, and a placeholder without a value leaves nothing', async () => {
  const { name } = await create()
  await place.run(mailing({ template: name, subject: 'Ours' }), { number: 7 })
  await workOff()
  expect(sent).toMatchObject([{ subject: 'Ours', html: '<p>Dear , </p>' }])
})

it.each([
  ['is not there', () => Promise.resolve('Nothing'), 'Expected the email template “Nothing”, but it does not exist.'],
  [
    'is of another workplace',
    async () => {
      const other = await signIn({ workplaceId: await createWorkplace(db), roles: ['RoleDesign'] })
      const body = { name: 'Theirs', subject: 'x', html: 'y' }
      return (await other.call(emailTemplateCalls.create, { body })).body.name
    },
    'Expected the email template “Theirs”, but it does not exist.',
  ],
  [
    'is disabled',
    async () => {
      const { id, name } = await create()
      const query = { deletedReason: 'Too old for us' }
      expect((await designer.call(emailTemplateCalls.disable, { params: { id }, query })).status).toBe(200)
      return name
    },
    'is disabled. Restore it, and retry.',
  ],
  [
    'refuses what has no value',
    async () => (await create({ missingValues: 'refuse' })).name,
    '${customer.name} has none',
  ],
])('sends nothing and leaves an incident where the template %s', async (_, make, message) => {
  const id = await place.run(mailing({ template: await make() }), { number: 7, note: 'x' })
  expect(await workOff()).toEqual(['failed'])
  expect(sent).toEqual([])
  expect((await place.incidents()).map((one) => one.message)).toEqual([expect.stringContaining(message)])
  expect(await place.standsAt(id)).toEqual(['tell'])
})

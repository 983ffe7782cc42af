import type { HttpWork, MailWork } from '@millrace/engine'
import { describe, expect, it } from 'vitest'
import type { OutgoingRequest } from '../../platform/outgoing/http-client.ts'
import type { OutgoingMail } from '../../platform/outgoing/mail-sender.ts'
import { createServices, perform } from './services.ts'

const sent: OutgoingRequest[] = []
const mails: OutgoingMail[] = []
const services = createServices({
  outgoing: {
    send: async (request) => {
      sent.push(request)
      return { statusCode: 201, reason: 'Created', protocol: 'HTTP/1.1', headers: { a: 'b' }, body: 'x' }
    },
  },
  mail: {
    send: async (mail) => {
      mails.push(mail)
      return { messageId: `<${mail.id}@millrace>` }
    },
  },
})
const http: HttpWork = {
  service: 'http',
  method: 'POST',
  url: 'https://shop.example.org/',
  headers: { accept: 'text/plain' },
  body: '{}',
  timeoutInMilliseconds: 500,
  followsRedirects: true,
}
const mail: MailWork = {
  service: 'mail',
  template: null,
  from: null,
  to: ['ben@example.org'],
  cc: [],
  bcc: [],
  subject: 'Order',
  text: 'Hello',
  html: null,
  isHtmlForeign: false,
  headers: {},
}

describe('the service of an HTTP task', () => {
  it('sends what the engine settled, with the key of the job, and gives what was answered', async () => {
    expect(await perform(services, http, 'job-1')).toEqual({
      statusCode: 201,
      reason: 'Created',
      protocol: 'HTTP/1.1',
      headers: { a: 'b' },
      body: 'x',
    })
    expect(sent.at(-1)).toEqual({
      method: 'POST',
      url: 'https://shop.example.org/',
      headers: { accept: 'text/plain', 'idempotency-key': 'job-1' },
      body: '{}',
      timeoutMs: 500,
      followsRedirects: true,
    })
  })

  it('leaves a key alone that the model sets by itself', async () => {
    await perform(services, { ...http, headers: { 'Idempotency-Key': 'own' } }, 'job-1')
    expect(sent.at(-1)?.headers).toEqual({ 'Idempotency-Key': 'own' })
  })
})

describe('the service of a mail task', () => {
  it('sends the mail under the id of the job', async () => {
    expect(await perform(services, mail, 'job-2')).toEqual({ messageId: '<job-2@millrace>' })
    expect(mails.at(-1)).toMatchObject({ id: 'job-2', to: ['ben@example.org'], subject: 'Order' })
  })
})

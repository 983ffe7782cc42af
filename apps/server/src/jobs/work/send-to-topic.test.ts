import { process } from '@millrace/bpmn/builder'
import { type BodyOf, externalSystemCalls as calls } from '@millrace/contract'
import { hasKafka } from '@millrace/server/testing/kafka-server'
import { beforeEach, describe, expect, it } from 'vitest'
import { partitionOf } from '../../platform/outgoing/kafka/produce.ts'
import { runClaimedJob } from '../run-job.ts'
import { claimAll } from '../testing/claim-all.ts'
import { createWorkPlace } from '../testing/create-work-place.ts'
import { openTopicPlace } from '../testing/topic-place.ts'
import { createServices } from './services.ts'

it('chooses the partition of a key as the Java client of Kafka does', () => {
  // Of org.apache.kafka.common.utils.Utils.toPositive(Utils.murmur2(…)) % 10.
  const found = ['21', 'foobar', 'a-little-bit-long-string', 'abc'].map((key) => partitionOf(Buffer.from(key), 10))
  const murmur = [-973932308, -790332482, -985981536, 479470107]
  expect(found).toEqual(murmur.map((hash) => (hash & 0x7fffffff) % 10))
})

describe.skipIf(!hasKafka)('a step that sends a message to Kafka', async () => {
  if (!hasKafka) return
  const topics = await openTopicPlace()
  const { app, actor, proxy, main, create, readAll, keeper, admin: kafka } = topics
  const { db, admin, clock, runtime } = app
  const place = createWorkPlace(app, runtime, actor)
  const no = () => Promise.reject(new Error('Expected no such work.'))
  const services = createServices({ outgoing: { send: no } as never, mail: { send: no } as never })

  type Settings = Extract<BodyOf<typeof calls.createAdapter>['settings'], { kind: 'kafka' }>
  const body = '{"order":"{order}"}'
  const adapt = (key: string, settings: Partial<Settings>) =>
    keeper().call(calls.createAdapter, {
      params: { id: main.apiId },
      body: { name: key, key, settings: { kind: 'kafka', topic: 'sent', key: '{customer}', body, ...settings } },
    })
  const topic = await create(3, 'sent')
  const sent = await adapt('send', { headers: [{ name: 'source', value: 'from {customer}' }] })
  expect(sent.status, JSON.stringify(sent.body)).toBe(200)
  await adapt('again', { isRepeatable: true })
  await adapt('nowhere', { topic: 'none' })
  await adapt('large', { topic: 'small' })
  await create(1, 'small')
  await kafka.alterConfigs({
    resources: [{ resourceType: 2, resourceName: 'small', configs: [{ name: 'max.message.bytes', value: '200' }] }],
    validateOnly: false,
  } as never)

  const inputs = ['customer', 'order']
    .map((name) => `<millrace:adapterInput name="${name}" value="\${${name}}"/>`)
    .join('')
  let count = 0
  const sending = (key: string) =>
    process(`sending${++count}`, {}, 'millrace')
      .start()
      .serviceTask('ask', {
        inside: `<extensionElements><millrace:adapter key="${key}">${inputs}<millrace:adapterOutput name="id" path="rows.0.messageId" type="text"/></millrace:adapter></extensionElements>`,
      })
      .userTask('after')
      .end()
      .toXml()
  const values = { customer: 'c1', order: 'A "quoted" {order}' }
  async function workOff(): Promise<string[]> {
    const outcomes: string[] = []
    for (let jobs = await claimAll(db, clock()); jobs.length > 0; jobs = await claimAll(db, clock()))
      for (const job of jobs) outcomes.push(await runClaimedJob({ runtime, services }, job))
    return outcomes
  }
  const incidents = async () => (await place.incidents()).map(({ type }) => type)

  beforeEach(async () => {
    await admin.query('delete from incident')
  })

  it('sends it with the id of its job to the partition of its key, and continues', async () => {
    const id = await place.run(sending('send'), values)
    expect(await workOff()).toEqual(['done'])
    expect(await place.standsAt(id)).toEqual(['after'])
    const messageId = await place.variable(id, 'id')
    const [message] = await readAll(topic)
    expect(message).toMatchObject({
      ...{ key: 'c1', partition: partitionOf(Buffer.from('c1'), 3) },
      headers: { source: 'from c1', 'message-id': messageId, 'content-type': 'application/json' },
    })
    expect(JSON.parse(message?.value ?? '')).toEqual({ order: values.order })
  })

  it('does not send again where no confirmation arrived, until somebody decides', async () => {
    const before = (await readAll(topic)).length
    proxy.watch((bytes) => (bytes.includes('unconfirmed') ? 'cut-answer' : 'pass'))
    const id = await place.run(sending('send'), { ...values, order: 'unconfirmed' })
    expect(await workOff()).toEqual(['failed'])
    expect(await incidents()).toEqual(['answerUnknown'])
    proxy.watch(() => 'pass')
    clock.advance({ hours: 2 })
    expect(await workOff()).toEqual([])
    expect(await place.standsAt(id)).toEqual(['ask'])
    expect(await readAll(topic)).toHaveLength(before + 1)
  })

  it.each([3, 5, 6, 56])('does not send again where its leader has changed meanwhile: error %i', async (code) => {
    const before = (await readAll(topic)).length
    // The topic, and one partition with its number and no error, as in the answer to a message (Produce, version 9).
    const stored = Buffer.from([5, ...Buffer.from('sent'), 2, 0, 0, 0])
    proxy.change((bytes) => {
      const at = bytes.indexOf(stored)
      const changed = Buffer.from(bytes)
      if (at >= 0) changed.writeInt16BE(code, at + stored.length + 1)
      return changed
    })
    await place.run(sending('send'), values)
    expect(await workOff()).toEqual(['failed'])
    expect(await incidents()).toEqual(['answerUnknown'])
    proxy.change((bytes) => bytes)
    clock.advance({ hours: 2 })
    expect(await workOff()).toEqual([])
    expect(await readAll(topic)).toHaveLength(before + 1)
  })

  it('sends again with the same id where receivers recognise it', async () => {
    const before = (await readAll(topic)).length
    proxy.watch((bytes) => (bytes.includes('repeated') ? 'cut-answer' : 'pass'))
    const id = await place.run(sending('again'), { ...values, order: 'repeated' })
    expect(await workOff()).toEqual(['failed'])
    proxy.watch(() => 'pass')
    clock.advance({ hours: 2 })
    expect(await workOff()).toEqual(['done'])
    expect(await place.standsAt(id)).toEqual(['after'])
    const again = (await readAll(topic)).filter(({ value }) => value.includes('repeated'))
    expect(await readAll(topic)).toHaveLength(before + 2)
    expect(new Set(again.map(({ headers }) => headers['message-id'])).size).toBe(1)
  })

  it.each([
    ['nowhere', 'the topic “none”'],
    ['large', 'larger than the broker accepts'],
  ])('fails where the cluster does not take it: %s', async (key, text) => {
    await place.run(sending(key), { ...values, order: 'x'.repeat(1000) })
    expect(await workOff()).toEqual(['failed'])
    expect(JSON.stringify(await place.incidents())).toContain(text)
    expect(await incidents()).not.toContain('answerUnknown')
  })

  it('shows a designer what it would send, and offers nothing to forms', async () => {
    const preview = await keeper().call(calls.previewAdapter, {
      params: { id: sent.body.id },
      body: { parameters: { customer: 'c1', order: 'A' } },
    })
    expect(preview.body).toMatchObject({ method: 'send', path: 'sent c1', body: '{"order":"A"}' })
    const offered = await keeper().call(calls.adapters, {})
    expect(offered.body.map(({ key }) => key)).not.toContain('send')
  })

  it('refuses wrong settings with a sentence at the field', async () => {
    const json = await adapt('wrong', { body: '{' })
    expect(json.body).toMatchObject({ details: [{ where: 'settings.body' }] })
    for (const name of ['', 'with space', '..']) expect((await adapt('wrong', { topic: name })).status, name).toBe(400)
  })
})

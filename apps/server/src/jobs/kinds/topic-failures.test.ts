import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { externalListenerCalls as calls, externalDeliveryCalls as deliveries } from '@millrace/contract'
import { hasKafka } from '@millrace/server/testing/kafka-server'
import {
  AclOperations,
  AclPermissionTypes,
  ConfigResourceTypes,
  ResourcePatternTypes,
  ResourceTypes,
} from '@platformatic/kafka'
import { describe, expect, it } from 'vitest'
import { claimAll } from '../testing/claim-all.ts'
import { openTopicPlace, type TopicSettings } from '../testing/topic-place.ts'

describe.skipIf(!hasKafka)('messages of Kafka that fail, or are lost', async () => {
  if (!hasKafka) return
  const place = await openTopicPlace()
  const { app, server, proxy, admin: kafka, target, keeper } = place
  const { create, createAgain, put, putSoon, readAll, listen, look, started, log, outcomes, get } = place
  const { admin, clock, db } = app

  /** Lets each start with the business key `Poison` fail with an unexpected error. @returns what ends that. */
  async function poison() {
    await admin.query(`create or replace function refuse_poison() returns trigger language plpgsql as
      $$ begin if new.business_key = 'Poison' then raise exception 'no room'; end if; return new; end $$`)
    await admin.query(
      'create or replace trigger refuse_poison before insert on instance for each row execute function refuse_poison()',
    )
    return () => admin.query('drop trigger refuse_poison on instance')
  }

  const allowLarge = (resourceName: string) =>
    kafka.incrementalAlterConfigs({
      resources: [
        {
          resourceType: ConfigResourceTypes.TOPIC,
          resourceName,
          configs: [{ name: 'max.message.bytes', configOperation: 0, value: '9000000' }],
        },
      ],
    })

  it('keeps a message that cannot be processed in the log, continues, and replays it', async () => {
    const topic = await create()
    await listen(topic)
    await put(topic, { key: 'Bad', count: 'many' })
    await put(topic, { key: 'Good' })
    await look()
    expect(await started()).toEqual(['Good'])
    const failed = (await log()).find(({ outcome }) => outcome === 'failed')
    expect(failed?.fault).toContain('Expected a whole number')
    const [{ id } = { id: '' }] = (await admin.query<{ id: string }>('select id from external_listener')).rows
    const { name, settings } = await get(id)
    const changed = { ...settings, target: { ...target, variables: [{ variable: 'at', source: 'partition' }] } }
    await keeper().call(calls.save, { params: { id }, body: { name, settings: changed as TopicSettings } })
    const replay = () => keeper().call(deliveries.replay, { params: { id: failed?.id ?? '' } })
    expect((await replay()).body).toMatchObject({ outcome: 'accepted', replayOf: failed?.id })
    expect((await replay()).body).toMatchObject({ code: 'external.invalid' })
    expect(await started()).toEqual(['Bad', 'Good'])
  })

  it('copies a failed message to another topic with the reason, and continues where that is refused', async () => {
    const [topic, failedTopic] = [await create(), await create()]
    const id = await listen(topic, { failedTopic })
    await put(topic, { key: 'Bad', count: 'many' }, { key: 'c1', headers: { country: 'PT' } })
    await look()
    expect(await readAll(failedTopic)).toMatchObject([
      {
        key: 'c1',
        value: '{"key":"Bad","count":"many"}',
        headers: { country: 'PT', 'x-millrace-topic': topic, 'x-millrace-offset': '0' },
      },
    ])
    expect((await get(id)).fault).toMatch(/whole number(?!.*not copied)/)
    // Nobody may write there any more.
    await kafka.createAcls({
      creations: [
        {
          resourceType: ResourceTypes.TOPIC,
          resourceName: failedTopic,
          resourcePatternType: ResourcePatternTypes.LITERAL,
          principal: 'User:orders',
          host: '*',
          operation: AclOperations.WRITE,
          permissionType: AclPermissionTypes.DENY,
        },
      ],
    })
    await put(topic, { key: 'Worse', count: 'many' })
    await put(topic, { key: 'Good' })
    await expect
      .poll(async () => {
        await look()
        return started()
      })
      .toEqual(['Good'])
    expect((await log()).map(({ outcome, fault }) => [outcome, fault])).toContainEqual([
      'failed',
      expect.stringContaining('Expected the permission for the topic'),
    ])
  })

  it('does not say that a message was not copied where the answer is lost', async () => {
    const [topic, failedTopic] = [await create(), await create()]
    const id = await listen(topic, { failedTopic })
    await put(topic, { key: 'Bad', count: 'many' })
    proxy.watch((bytes) => (bytes.includes('x-millrace-reason') ? 'cut-answer' : 'pass'))
    await look()
    const fault = expect.stringContaining('It is not known whether the message was copied.')
    expect(await log()).toMatchObject([{ outcome: 'failed', fault }])
    expect(await get(id)).toMatchObject({ fault })
    expect(await readAll(failedTopic)).toHaveLength(1)
  })

  it('counts a message that is too large as failed, copies it, and continues', async () => {
    const [topic, failedTopic] = [await create(), await create()]
    for (const name of [topic, failedTopic]) await allowLarge(name)
    await listen(topic, { failedTopic })
    await put(topic, { key: 'Large', text: 'x'.repeat(6_000_000) })
    await put(topic, { key: 'Next' })
    await look()
    await look()
    expect(await started()).toEqual(['Next'])
    const failed = (await log()).find(({ outcome }) => outcome === 'failed')
    expect(failed).toMatchObject({
      fault: expect.stringContaining('at offset 0 of partition 0 has 6000025'),
      bytes: 6_000_025,
    })
    expect((await readAll(failedTopic)).map(({ value }) => value.length)).toEqual([6_000_025])
  })

  it('shows the fault of a message whose ID PostgreSQL cannot store, or is very long', async () => {
    const topic = await create()
    await allowLarge(topic)
    const id = await listen(topic)
    const text = 'x'.repeat(6_000_000)
    await put(topic, { text }, { headers: { 'message-id': `a\0b${'c'.repeat(100_000)}` } })
    await look()
    const { fault } = await get(id)
    expect(fault).toMatch(/but the message “abc{253}…” has 6000011\..* The message was not copied\./)
  })

  it('lets a message with an unexpected error wait, and fails it after three looks', async () => {
    const topic = await create()
    const id = await listen(topic)
    const heal = await poison()
    await put(topic, { key: 'Poison' })
    await put(topic, { key: 'Next' })
    await look()
    expect(await started()).toEqual([])
    expect(await get(id)).toMatchObject({ state: 'failing', waiting: 2, fault: expect.stringContaining('tried again') })
    await look()
    await look()
    await heal()
    expect(await started()).toEqual(['Next'])
    expect(await outcomes()).toEqual(['accepted', 'failed'])
  })

  it('ends the tries of a message that the cluster has deleted', async () => {
    const topic = await create()
    await listen(topic)
    const heal = await poison()
    await put(topic, { key: 'Poison' })
    await look()
    await heal()
    expect(await outcomes()).toEqual(['claimed'])
    await kafka.deleteRecords({ topics: [{ name: topic, partitions: [{ partition: 0, offset: 1n }] }] })
    await look()
    expect(await outcomes()).toEqual(['failed', 'failed'])
    expect(await started()).toEqual([])
  })

  it('ends the tries of a message whose topic was created again', async () => {
    const topic = await create()
    const id = await listen(topic)
    const heal = await poison()
    await put(topic, { key: 'Poison' })
    await look()
    await heal()
    expect(await outcomes()).toEqual(['claimed'])
    await createAgain(topic)
    await putSoon(topic, { key: 'After' })
    await look()
    expect(await started()).toEqual(['After'])
    expect((await log()).map(({ outcome, fault }) => [outcome, fault]).sort()).toEqual([
      ['accepted', null],
      ['failed', expect.stringContaining('it was deleted and created again. The message was not processed.')],
    ])
    expect(await get(id)).toMatchObject({ waiting: 0, fault: null })
  })

  it('tries a message again whose offset was that of an accepted one', async () => {
    const topic = await create()
    const id = await listen(topic)
    await put(topic, { key: 'Poison' })
    await look()
    // As after a loss of data.
    await admin.query('update external_topic_position set next_offset = 0')
    const heal = await poison()
    await look()
    expect((await get(id)).fault).toMatch(/tried again(?!.*Another server)/)
    await look()
    await look()
    await heal()
    expect(await outcomes()).toEqual(['accepted', 'failed'])
    expect(await get(id)).toMatchObject({ waiting: 0 })
  })

  it('waits between the tries of a message, although other partitions have more', async () => {
    const topic = await create(14)
    const id = await listen(topic)
    // One look takes at most 14 of each of 14 partitions.
    const putMany = async () => {
      for (let at = 0; at < 15; at++) await put(topic, { key: `K${at}` }, { partition: 1 })
      for (let partition = 2; partition < 14; partition++) await put(topic, { key: `P${partition}` }, { partition })
    }
    await putMany()
    const dueAgain = async () => {
      await look()
      return (await claimAll(db, clock())).filter((job) => job.kind === 'listener').length
    }
    const heal = await poison()
    await put(topic, { key: 'Poison' }, { partition: 0 })
    expect(await dueAgain()).toBe(0)
    expect(await get(id)).toMatchObject({ waiting: 2, fault: expect.stringContaining('tried again') })
    await heal()
    await putMany()
    expect(await dueAgain()).toBe(1)
    expect(await started()).toContain('Poison')
  })

  it('notes messages that the cluster deleted before they were read', async () => {
    const topic = await create()
    await listen(topic)
    await look()
    for (const key of ['A', 'B', 'C']) await put(topic, { key })
    await kafka.deleteRecords({ topics: [{ name: topic, partitions: [{ partition: 0, offset: 2n }] }] })
    await look()
    expect(await started()).toEqual(['C'])
    expect(await log()).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ outcome: 'failed', fault: expect.stringContaining('deleted those before 2') }),
      ]),
    )
  })

  it('continues with new messages after the cluster has lost some', async () => {
    const topic = await create()
    const id = await listen(topic)
    const partition = join(server.dataFolder, `${topic}-0`)
    const kept = join(server.dataFolder, '..', 'kept')
    await put(topic, { key: 'First' })
    await look()
    await cp(partition, kept, { recursive: true })
    await put(topic, { key: 'Lost 1' })
    await put(topic, { key: 'Lost 2' })
    await look()
    expect(await started()).toEqual(['First', 'Lost 1', 'Lost 2'])
    await server.kill()
    await rm(partition, { recursive: true })
    await cp(kept, partition, { recursive: true })
    await server.start()
    await expect
      .poll(async () => {
        await look()
        return (await get(id)).fault
      })
      .toContain('has lost those from 1 on')
    await putSoon(topic, { key: 'New 1' })
    await put(topic, { key: 'New 2' })
    await look()
    expect(await started()).toEqual(['First', 'Lost 1', 'Lost 2', 'New 1', 'New 2'])
    expect(await get(id)).toMatchObject({ state: 'listening', waiting: 0, fault: null })
  })
})

import { Readable } from 'node:stream'
import { createFakeClock, createTestDatabase } from '@millrace/server/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { createTaskViewers, presence } from './task-viewers.ts'

const { db, admin, workplaceId } = await createTestDatabase()
const clock = createFakeClock()
const received: string[] = []
const taskId = '00000000-0000-7000-8000-00000000000a'
const seen = async () =>
  (await admin.query('select username from task_viewer where task_id = $1', [taskId])).rows.map(
    ({ username }) => username,
  )

afterEach(() => {
  vi.useRealTimers()
})

it('says again who looks when another server has taken the rows of this one away', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const viewers = createTaskViewers({ db, clock, signals: { send: (topic) => void received.push(topic) } })
  const stream = new Readable({ read: () => {} })
  viewers.follow(stream, { workplaceId, username: 'ann', taskIds: [taskId] })
  await expect.poll(() => seen()).toEqual(['ann'])
  vi.advanceTimersByTime(presence.beat)
  await expect.poll(() => received).toHaveLength(1)
  // This one was held up for a minute.
  await admin.query('delete from task_viewer')
  vi.advanceTimersByTime(presence.beat)
  await expect.poll(() => seen()).toEqual(['ann'])
  await expect.poll(() => received).toHaveLength(2)
  // A sign of life that is on its way brings nobody back.
  vi.advanceTimersByTime(presence.beat)
  stream.destroy()
  await expect.poll(() => received).toHaveLength(3)
  expect(await seen()).toEqual([])
  viewers.close()
})

import { createTestApp } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { createScenario } from '../testing/scenario.ts'
import { findMeasured } from './measure-sql.ts'
import { measureTasks } from './measure-tasks.ts'
import { fillWork } from './testing/fill-work.ts'

const { runtime, workplaceId, admin, clock, db } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)
const deploy = (key: string) =>
  scenario.deploy(
    `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="test">
      <process id="${key}" isExecutable="true"><startEvent id="start"/><userTask id="check"/><endEvent id="end"/>
        <sequenceFlow id="to-check" sourceRef="start" targetRef="check"/><sequenceFlow id="done" sourceRef="check" targetRef="end"/>
      </process></definitions>`,
  )

it('measures a later part of the period when its users have completed too many tasks', async () => {
  const definition = await deploy('rare')
  await fillWork(admin, {
    ...{ seed: 1, workplaceId, definition, other: await deploy('frequent'), now: clock(), days: 60 },
    ...{
      clerks: ['ada', 'bea'],
      perHour: 1,
      minutes: 10,
      elsewhere: { perHour: 6, minutes: 5 },
      looks: 0,
      claims: false,
    },
  })
  const from = new Date(clock().getTime() - 60 * 86_400_000).toISOString()
  const period = { workplaceId, key: 'rare', tenantId: null, from, to: clock().toISOString() }
  const measure = (limit?: number) =>
    db.read({ workplaceId }, async (tx) => {
      const { staff, tasks } = await measureTasks(
        tx,
        { ...period, ids: await findMeasured(tx, period) },
        { zone: 'UTC', spans: null },
        limit,
      )
      const counts = staff.users.flatMap((user) => user.tasks.map(({ count }) => count))
      return {
        from: staff.from ?? '',
        isShortened: staff.isShortened,
        all: counts.reduce((sum, count) => sum + count, 0),
        own: tasks[0]?.count ?? 0,
      }
    })
  const whole = await measure()
  expect(whole.all).toBeGreaterThan(1000)
  const few = await measure(500)
  expect([few.all > 250, few.all <= 500, few.own > 20, few.own < whole.own]).toEqual([true, true, true, true])
  expect(few.from > whole.from).toBe(true)
  expect([whole.isShortened, few.isShortened]).toEqual([false, true])
  // The whole of the period where it has as many as may be.
  expect(await measure(whole.all)).toEqual(whole)
  expect(await measure(0)).toEqual({ from: '', isShortened: true, all: 0, own: 0 })
})

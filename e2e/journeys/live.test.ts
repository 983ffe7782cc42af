import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { doubleCheck } from '../fixtures/double-check.bpmn.ts'
import { startServer } from '../start-server.ts'
import { deploy, start } from './engine-rest.ts'
import { takeComplaints, visitAs } from './visit.ts'

beforeAll(() => deploy('double-check.bpmn', doubleCheck))

it('a list that somebody looks at shows what others start and claim, without a touch of hers', async () => {
  const rosa = await visitAs('rosa', '/tasks/unclaimed?q=LV-')
  await rosa.getByRole('link', { name: /Check the delivery/ }).waitFor({ state: 'detached' })
  await start('double-check', 'LV-one')
  const row = rosa.getByRole('link', { name: /Check the delivery/ })
  await row.waitFor()

  const martin = await visitAs('martin', '/tasks/unclaimed?q=LV-one')
  await martin.getByRole('link', { name: /Check the delivery/ }).click()
  await martin.getByRole('button', { name: 'Claim', exact: true }).click()
  await martin.getByText('Claimed by you').waitFor()
  await row.waitFor({ state: 'detached' })
})

it('a task that is being filled keeps its input while others work', async () => {
  await start('double-check', 'LW-one')
  const rosa = await visitAs('rosa', '/tasks/unclaimed?q=LW-')
  await rosa.getByRole('link', { name: /Check the delivery/ }).click()
  await rosa.getByRole('button', { name: 'Claim', exact: true }).click()
  await rosa.getByText('Claimed by you').waitFor()
  const note = rosa.getByRole('textbox', { name: /Note/ })
  await note.pressSequentially('Two boxes are ')
  await start('double-check', 'LW-two')
  await expect.poll(() => rosa.getByRole('link', { name: /Check the delivery/ }).count()).toBeGreaterThan(0)
  await note.pressSequentially('missing.')
  expect(await note.inputValue()).toBe('Two boxes are missing.')
})

it('continues when the server comes back', async () => {
  const server = await startServer()
  onTestFinished(() => server.stop())
  await deploy('double-check.bpmn', doubleCheck, {}, server.url)
  const rosa = await visitAs('rosa', '/tasks/unclaimed?q=LX-', { server: server.url })
  // What a page waits before it looks again grows to half a minute: by its clock the server is away for a moment.
  await rosa.clock.install()
  await rosa.clock.pauseAt(Date.now() + 5_000)
  const resume = await server.pause()
  await resume()
  await rosa.clock.resume()
  await start('double-check', 'LX-one', server.url)
  await rosa.getByRole('link', { name: /Check the delivery/ }).waitFor()
  // The browser's own notes of the time without a server.
  takeComplaints()
})

import { beforeAll, expect, it } from 'vitest'
import { doubleCheck } from '../fixtures/double-check.bpmn.ts'
import { deploy, start } from './engine-rest.ts'
import { visitAs } from './visit.ts'

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

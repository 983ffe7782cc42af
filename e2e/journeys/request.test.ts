import { expect, it } from 'vitest'
import { visitAs } from './visit.ts'

it('a request goes from the person who asks to the line manager and back', async () => {
  const what = `Two monitors ${Date.now()}`
  const rosa = await visitAs('rosa', '/category/view/Home')
  await rosa.getByRole('link', { name: 'Purchase request' }).first().click()
  await rosa.getByLabel(/What do you need/).fill(what)
  await rosa.getByRole('combobox', { name: /Kind/ }).click()
  await rosa.getByRole('option', { name: 'Equipment' }).click()
  await rosa.getByLabel(/Amount/).fill('640')
  await rosa.getByRole('textbox', { name: /Needed by/ }).fill('31/12/2099')
  await rosa.getByRole('textbox', { name: /Why/ }).fill('Anna starts next month.')
  await rosa.getByRole('button', { name: 'Start process' }).click()
  await rosa.getByText('Process started').waitFor()
  await rosa.getByRole('heading', { level: 1, name: 'Started By Me' }).waitFor()
  await rosa
    .getByRole('row', { name: /Approve by line manager/ })
    .first()
    .waitFor()

  const martin = await visitAs('martin', '/tasks/unclaimed?sort=-created')
  await martin
    .getByRole('link', { name: /Approve by line manager/ })
    .first()
    .click()
  await martin.getByText(what).waitFor()
  expect(await martin.getByRole('button', { name: 'Complete task' }).count()).toBe(0)
  await martin.getByRole('button', { name: 'Claim' }).click()
  await martin.getByText('Claimed by you').waitFor()
  await martin.getByRole('radio', { name: 'Approve' }).click()
  await martin.getByRole('button', { name: 'Complete task' }).click()
  await martin.getByText('Task completed').waitFor()

  await rosa.goto('/tasks/assigned?sort=-created')
  await rosa
    .getByRole('link', { name: /Read the approval/ })
    .first()
    .click()
  await rosa.getByText(what).waitFor()
  await rosa.getByRole('tab', { name: 'Diagram' }).click()
  await rosa.locator('svg .djs-element[data-element-id=approve-by-manager]').waitFor()
})

it('a task that is sent with faults says which, and keeps what was entered', async () => {
  const rosa = await visitAs('rosa', '/category/view/Home')
  await rosa.getByRole('link', { name: 'Purchase request' }).first().click()
  await rosa.getByLabel(/What do you need/).fill('Two monitors')
  await rosa.getByRole('button', { name: 'Start process' }).click()
  await rosa.getByText('This field is required.').first().waitFor()
  expect(await rosa.getByLabel(/What do you need/).inputValue()).toBe('Two monitors')

  await rosa.getByRole('link', { name: 'Cancel' }).click()
  await rosa.getByRole('dialog', { name: 'Leave without sending?' }).waitFor()
  await rosa.getByRole('button', { name: 'Discard input' }).click()
  await rosa.getByRole('heading', { level: 1, name: 'Start process' }).waitFor()
})

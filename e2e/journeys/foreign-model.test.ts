import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { findForeignModel } from '../fixtures/foreign-model.ts'
import { addUsers } from './add-users.ts'
import { expectAccessible } from './expect-accessible.ts'
import { settle, visitAs } from './visit.ts'

/*
 * A model of another product is worked in the browser alone. With the three files of Camunda's invoice example as it is:
 *   MILLRACE_INVOICE=~/invoice npm run unit -- --config e2e/vitest.config.ts foreign-model
 * Without that folder it is a model of ours that is made like it.
 */
const model = await findForeignModel(process.env.MILLRACE_INVOICE)
const { tasks, variables } = model

beforeAll(() =>
  addUsers([
    { username: 'runs-processes', roles: ['RoleUser', 'RoleProcessAdmin'] },
    { username: 'administers', roles: ['RoleAdmin'] },
  ]),
)

it('a model of another product runs to its end in the browser alone, even if users and objects that it names are missing', async () => {
  const page = await visitAs('runs-processes', '/processengine/deployment')
  await deploy(page)
  const problems = page.getByRole('table', { name: 'Problem' })
  for (const missing of model.missing) await problems.getByText(missing).first().waitFor()
  await expectAccessible(page)
  await problems.getByRole('row').filter({ hasText: model.archives }).getByRole('link').click()
  await bind(page)

  const { instance } = await start(page, { amount: '900', category: model.category.large })
  await openStuckTask(page, tasks.approve)
  await page.getByText('No user can work on this task').waitFor()
  await page.getByRole('button', { name: 'Claim', exact: true }).click()
  await page.getByRole('checkbox', { name: variables.approved }).waitFor()
  expect(await page.getByRole('textbox', { name: 'amount' }).inputValue()).toContain('900')
  await page.getByText('The form of this step cannot be shown').waitFor()
  await expectAccessible(page)
  await complete(page)

  // Not approved: the other process asks who reviews, whom it gives its task to.
  await openStuckTask(page, tasks.choose)
  await assignTo(page, 'runs-processes')
  await page.getByRole('textbox', { name: 'reviewer' }).fill('runs-processes')
  await complete(page)
  await openTask(page, tasks.review)
  await addValue(page, variables.clear, 'Boolean')
  await complete(page)

  // It has come back to whoever had approved it.
  await openTask(page, tasks.approve)
  await page.getByRole('checkbox', { name: variables.approved }).check()
  await complete(page)
  await openStuckTask(page, tasks.transfer)
  await page.getByRole('button', { name: 'Claim', exact: true }).click()
  await complete(page)
  await expectCompleted(page, instance)
})

it('an administrator without any other role gives a task that nobody can claim to somebody, from its page', async () => {
  const page = await visitAs('runs-processes', '/category/view/Home')
  const { instance } = await start(page, { amount: '20', category: model.category.small })
  const admin = await visitAs('administers', '/processengine/tasks')
  await openStuckTask(admin, tasks.approve)
  await admin.getByText('No user can work on this task').waitFor()
  await assignTo(admin, 'rosa')
  await admin.getByText('Rosa Keller').first().waitFor()
  const rosa = await visitAs('rosa', '/tasks/assigned')
  await rosa.getByRole('link', { name: linkOf(tasks.approve) }).click()
  await rosa.getByRole('checkbox', { name: variables.approved }).check()
  await complete(rosa)
  // The next one, too, waits for a group that nobody has made.
  await openStuckTask(admin, tasks.transfer)
  await admin.getByRole('button', { name: 'Claim', exact: true }).click()
  await complete(admin)
  await expectCompleted(page, instance)
})

async function deploy(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Deploy', exact: true }).click()
  await page
    .locator('input[type=file]')
    .setInputFiles(
      Object.entries(model.files).map(([name, text]) => ({ name, mimeType: 'text/xml', buffer: Buffer.from(text) })),
    )
  await page.getByRole('dialog').getByRole('button', { name: 'Deploy' }).click()
  await page.getByText('Deployed with warnings').waitFor()
}

/** Archiving is no work of this test: an expression stands for it. */
async function bind(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('textbox', { name: 'Expression' }).fill(`\${true}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Save binding' }).click()
  await page.getByRole('row').filter({ hasText: model.archives }).waitFor()
}

interface Given {
  readonly amount: string
  readonly category: string
}

/** By what its decision reads: the model's form is another product's. @returns the address of the instance. */
async function start(page: Page, { amount, category }: Given): Promise<{ readonly instance: string }> {
  await page.goto(`/category/view/Home?q=${encodeURIComponent(model.process)}`)
  await page.getByRole('link', { name: model.process, exact: true }).click()
  await page.getByRole('textbox', { name: 'amount' }).fill(amount)
  await page.getByRole('combobox', { name: model.category.variable }).click()
  await page.getByRole('option', { name: category }).click()
  await page.getByRole('button', { name: 'Start process' }).click()
  await page.getByText('Process started').waitFor()
  await page.getByRole('button', { name: 'Open instance' }).click()
  await page.waitForURL(/processinstance/)
  return { instance: new URL(page.url()).pathname }
}

/** Models break names into lines. */
function linkOf(name: string): RegExp {
  return new RegExp(name.replaceAll(' ', '\\s'))
}

async function openStuckTask(page: Page, name: string): Promise<void> {
  await page.goto(`/processengine/tasks?stuck=true&q=${encodeURIComponent(name)}`)
  await page
    .getByRole('link', { name: linkOf(name) })
    .first()
    .click()
  await settle(page)
}

async function openTask(page: Page, name: string): Promise<void> {
  await page.goto('/tasks/assigned')
  await page.getByRole('link', { name: linkOf(name) }).click()
  await settle(page)
}

async function assignTo(page: Page, username: string): Promise<void> {
  await page.getByRole('button', { name: 'Assign', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').fill(username)
  await page.getByRole('option', { name: new RegExp(username) }).click()
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await settle(page)
}

async function addValue(page: Page, name: string, type: string): Promise<void> {
  await page.getByRole('button', { name: 'Add value' }).click()
  const row = page.getByRole('group', { name: /Value 1/ })
  await row.getByRole('textbox', { name: /Name/ }).fill(name)
  await row.getByRole('combobox', { name: /Type/ }).selectOption(type)
  await row.getByRole('checkbox').check()
}

async function complete(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Complete task' }).click()
  await page.getByText('Task completed').last().waitFor()
  await settle(page)
}

async function expectCompleted(page: Page, instance: string): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.goto(instance)
        await settle(page)
        return page.getByText('Completed', { exact: true }).count()
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(0)
}

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { settle, visit, visitAs } from '../visit.ts'
import { expectArrival } from './go-within.ts'

const run = promisify(execFile)
const project = join(import.meta.dirname, '../../..')

/** A second workplace, made by the platform's command while the server runs, and the first password there. */
async function createWorkplace(reference: string): Promise<string> {
  const { stdout } = await run(process.execPath, [join(project, 'scripts/workplace.ts'), 'create', reference], {
    env: { PATH: process.env.PATH ?? '', MILLRACE_DATA: inject('serverFolder') },
  })
  return /password (\S+),/.exec(stdout)?.[1] ?? ''
}

/** Signs in with the first password of a workplace's administrator, who has to choose another one. */
async function enter(reference: string, password: string): Promise<Page> {
  const page = await visit()
  await page.goto(`/login?workplace=${reference}`)
  await page.getByLabel('User name').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('New password', { exact: true }).fill('a better one of mine')
  await page.getByLabel('Repeat new password').fill('a better one of mine')
  await page.getByRole('button', { name: 'Save password and sign in' }).click()
  await expectArrival(page, { pathname: '/category/view/Home', heading: 'Start process' })
  return page
}

/** The address of the first link of a page to something of this name. */
async function findLink(page: Page, path: string, name: string | RegExp): Promise<string> {
  await page.goto(path)
  await settle(page)
  const address = await page.locator('main').getByRole('link', { name }).first().getAttribute('href')
  return address ?? ''
}

it('pages of one workplace show nothing of the other, in lists, by address, in the search or in the menu', async () => {
  const petra = await visitAs('petra', '/category/view/Home')
  const martin = await visitAs('martin', '/tasks/unclaimed')
  const addresses = [
    await findLink(petra, '/category/view/Home', 'Purchase request'),
    await findLink(petra, '/processengine/deployment', 'Sample application'),
    await findLink(martin, '/tasks/unclaimed', /Approve by line manager/),
  ]
  expect(addresses.map((address) => address.split('/').slice(1, 3).join('/'))).toEqual([
    'processes/viewprocess',
    'processengine/deployment',
    'tasks/viewtask',
  ])

  const page = await enter('north', await createWorkplace('north'))
  await page.getByRole('banner').getByText('north').waitFor()
  for (const path of [
    '/category/view/Home',
    '/tasks/unclaimed',
    '/processes/startedbyme',
    '/processengine/deployment',
  ]) {
    await page.goto(path)
    await settle(page)
    expect(await page.locator('body').textContent()).not.toMatch(/Purchas|Sample application|line manager|Rosa|Petra/)
  }
  for (const address of addresses) {
    await page.goto(address)
    await settle(page)
    expect(await page.locator('body').textContent()).toMatch(/not found|there is none with this id/i)
    expect(await page.locator('body').textContent()).not.toMatch(/Purchas|Sample application|line manager/)
  }
  await page.goto('/category/view/Home')
  await settle(page)
  for (const words of ['purchase', 'line manager', 'Rosa', 'Keller']) {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('textbox').fill(words)
    await page.getByText('No results').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  const answers = await page.evaluate<string>(
    `Promise.all(['/users?q=', '/tasks/unclaimed', '/categories', '/processengine/deployments'].map((path) =>
      fetch('/api' + path).then((response) => response.text()))).then((texts) => texts.join())`,
  )
  expect(answers).not.toMatch(/rosa|purchas/i)
})

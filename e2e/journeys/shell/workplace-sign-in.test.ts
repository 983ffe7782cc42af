import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, it } from 'vitest'
import { settle, visit } from '../visit.ts'
import { expectArrival } from './go-within.ts'

const run = promisify(execFile)
const project = join(import.meta.dirname, '../../..')
const password = 'a better one of mine'

let printed = ''

beforeAll(async () => {
  const command = [join(project, 'scripts/workplace.ts'), 'create', 'harbour', '--name', 'Harbour Ltd']
  const env = {
    PATH: process.env.PATH ?? '',
    MILLRACE_DATA: inject('serverFolder'),
    MILLRACE_PUBLIC_URL: inject('serverUrl'),
  }
  printed = (await run(process.execPath, command, { env })).stdout
})

const workplaceOf = (page: Page) => page.getByLabel('Workplace', { exact: true })

async function fill(page: Page, given: string): Promise<void> {
  await page.getByLabel('User name').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill(given)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Home, in the workplace that the navbar tells. */
async function expectHarbour(page: Page): Promise<void> {
  await expectArrival(page, { pathname: '/category/view/Home', heading: 'Start process' })
  await page.getByRole('banner').getByText('harbour').waitFor()
}

it('the workplace of a sign-in stays where it ends, and is shown', async () => {
  const page = await visit()
  const address = /Its address is (\S+)/.exec(printed)?.[1] ?? ''
  await page.goto(address)
  expect(await workplaceOf(page).inputValue()).toBe('harbour')
  await fill(page, /password (\S+),/.exec(printed)?.[1] ?? '')
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Repeat new password').fill(password)
  await page.getByRole('button', { name: 'Save password and sign in' }).click()
  await expectHarbour(page)

  await page.goto('/logout')
  await expectArrival(page, { pathname: '/login', heading: 'Sign in' })
  expect(await workplaceOf(page).inputValue()).toBe('harbour')
  await fill(page, password)
  await expectHarbour(page)

  await page.context().clearCookies()
  await page.goto('/category/view/Home')
  await expectArrival(page, { pathname: '/login', heading: 'Sign in' })
  expect(await workplaceOf(page).inputValue()).toBe('harbour')
  await fill(page, password)
  await expectHarbour(page)
})

it('another workplace is named by hand, and the default one by nothing', async () => {
  const page = await visit()
  await page.goto('/login')
  await settle(page)
  expect(await workplaceOf(page).count()).toBe(0)
  await page.getByRole('button', { name: 'Another workplace' }).click()
  await workplaceOf(page).fill('harbour')
  await fill(page, password)
  await expectHarbour(page)
  await page.goto('/logout')
  await workplaceOf(page).fill('')
  await page.getByLabel('User name').fill('rosa')
  await page.getByLabel('Password', { exact: true }).fill('millrace-demo')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expectArrival(page, { pathname: '/category/view/Home', heading: 'Start process' })
  await page.goto('/logout')
  await expectArrival(page, { pathname: '/login', heading: 'Sign in' })
  await settle(page)
  expect(await workplaceOf(page).count()).toBe(0)
})

it('who signed in with a password is offered the one workplace that can be entered', async () => {
  const page = await visit()
  await page.goto('/login?workplace=harbour')
  await fill(page, password)
  await expectHarbour(page)
  await page.goto('/category/view/PreHome?user=admin')
  await page.getByRole('link', { name: 'harbour' }).click()
  await expectHarbour(page)
})

it('the help is open to everybody, and leads to the sign-in page', async () => {
  const page = await visit()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Help' }).click()
  await expectArrival(page, { pathname: '/help', heading: 'Help' })
  await page.locator('main').getByRole('link', { name: 'Sign in', exact: true }).first().click()
  await expectArrival(page, { pathname: '/help/guide/sign-in', heading: 'Sign in' })
  await page.getByRole('heading', { name: 'Lost password' }).waitFor()
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
  await expectArrival(page, { pathname: '/login', heading: 'Sign in' })
})

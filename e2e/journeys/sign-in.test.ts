import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { actAsSessionEnds, visit, visitAs } from './visit.ts'

it('a user who is not signed in is, after signing in, where they wanted to be', async () => {
  const page = await visit()
  await page.goto('/tasks/unclaimed?due.before=now')
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await signIn(page, 'rosa', 'millrace-demo')
  await page.getByRole('heading', { level: 1, name: 'Unclaimed' }).waitFor()
  expect(new URL(page.url()).search).toBe('?due.before=now')
})

it('a wrong password and an unknown name get the same answer, and the name stays', async () => {
  const page = await visit()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Enter your user name.').waitFor()
  await page.getByText('Enter your password.').waitFor()

  await signIn(page, 'ines', 'not it')
  const alert = page.getByRole('alert')
  await alert.getByText('You are not signed in').waitFor()
  const refusal = await alert.textContent()
  expect(await page.getByLabel('User name').inputValue()).toBe('ines')
  await page.reload()
  await signIn(page, 'nobody-of-this-name', 'not it')
  await alert.getByText('You are not signed in').waitFor()
  expect(await alert.textContent()).toBe(refusal)

  await signIn(page, 'ines', 'millrace-demo')
  await page.getByRole('heading', { level: 1, name: 'Start process' }).waitFor()
})

it('a session that has ended leads to the sign-in page, and from there back', async () => {
  const page = await visitAs('rosa', '/processes/startedbyme')
  await actAsSessionEnds(page, async () => {
    await page.getByRole('link', { name: 'Unclaimed' }).click()
    await page.waitForURL('**/tasks/unclaimed')
  })
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await signIn(page, 'rosa', 'millrace-demo')
  await page.getByRole('heading', { level: 1, name: 'Unclaimed' }).waitFor()
})

it('a page of another role is refused, and signing out ends the session', async () => {
  const page = await visitAs('rosa', '/tasks/assigned')
  await page.goto('/processengine/deployment')
  await page.getByText('You are not authorized to access this page').waitFor()
  await page.getByRole('link', { name: 'Logout' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await page.goto('/tasks/assigned')
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
})

async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('User name').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

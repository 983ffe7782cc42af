import { expect, it } from 'vitest'
import { visit, visitAs } from './visit.ts'

it('whoever is not signed in is, after signing in, where they wanted to be', async () => {
  const page = await visit()
  await page.goto('/tasks/unclaimed?view=overdue')
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await page.getByLabel('User name').fill('rosa')
  await page.getByLabel('Password', { exact: true }).fill('not it')
  await page.getByRole('button', { name: 'Sign in' }).click()
  expect(await page.getByRole('alert').textContent()).toContain('You are not signed in')

  await page.getByLabel('Password', { exact: true }).fill('millrace-demo')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Unclaimed' }).waitFor()
  expect(new URL(page.url()).search).toBe('?view=overdue')
})

it('a page of another role is refused, and signing out ends the session', async () => {
  const page = await visitAs('rosa', '/processengine/deployment')
  await page.getByText('You are not authorized to access this page').waitFor()
  await page.getByRole('link', { name: 'Logout' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await page.goto('/tasks/assigned')
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
})

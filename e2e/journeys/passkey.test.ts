import type { CDPSession, Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { findViolations } from '../axe.ts'
import { addUsers } from './add-users.ts'
import { visit } from './visit.ts'

const password = 'millrace-demo'
/** Browsers have no passkeys for an address of numbers. */
const server = inject('serverUrl').replace('127.0.0.1', 'localhost')

/** A device with a fingerprint reader, which the browser plays. */
async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal' },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  return { cdp, authenticatorId }
}

async function logIn(page: Page, username: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('User name').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

it('a user adds a passkey of the browser, signs in with it, and removes it', async () => {
  const username = 'with-passkey'
  await addUsers([{ username, roles: ['RoleUser'] }])
  const page = await visit({ server })
  const { cdp, authenticatorId } = await addAuthenticator(page)
  await logIn(page, username)
  await page.getByRole('heading', { level: 1, name: 'Start process' }).waitFor()
  await page.goto('/user/profile')
  await page.getByRole('button', { name: 'Add passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill(password)
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Create passkey' }).click()
  await dialog.getByText('Save your recovery codes').waitFor()
  await dialog.getByRole('button', { name: 'I saved the codes' }).click()
  await page.getByText('10 recovery codes left').waitFor()
  const made = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
  expect(made.credentials).toHaveLength(1)

  await page.context().clearCookies()
  await logIn(page, username)
  await page.getByRole('button', { name: 'Use passkey' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Use passkey' }).click()
  await page.getByRole('heading', { level: 1, name: 'Start process' }).waitFor()
  const [used] = (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials
  expect(used?.signCount).toBeGreaterThan(made.credentials[0]?.signCount ?? 0)

  await page.goto('/user/profile')
  await page
    .getByRole('button', { name: /^Remove / })
    .first()
    .click()
  await dialog.getByLabel('Current password').fill(password)
  await page.keyboard.press('Enter')
  await page.getByText('No second factor yet').waitFor()
})

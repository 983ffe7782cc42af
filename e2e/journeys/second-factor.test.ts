import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { findViolations } from '../axe.ts'
import { addUsers } from './add-users.ts'
import { isSoak, phoneWidth } from './on-phone.ts'
import { visit, visitAs } from './visit.ts'

const password = 'millrace-demo'
const codeOf = (secret: string, timestamp = Date.now()) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp })

it.each(isSoak ? [1440, phoneWidth] : [phoneWidth])(
  'a user adds an authenticator app, signs in with it, and removes it, at %i px',
  async (width) => {
    // Of one's own: other journeys sign in as the demo users meanwhile.
    const username = `with-factor-${width}`
    await addUsers([{ username, roles: ['RoleUser'] }])
    const page = await visitAs(username, '/user/profile')
    await page.setViewportSize({ width, height: 900 })
    await page.getByRole('button', { name: 'Add authenticator app' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Current password').fill(password)
    await page.keyboard.press('Enter')
    const secret = await dialog.getByLabel('Key', { exact: true }).inputValue()
    expect(await findViolations(page)).toEqual([])
    // The code of the step before is valid too, and leaves the current one for the sign-in.
    await dialog.getByLabel('Code from the app').fill(codeOf(secret, Date.now() - 30_000))
    await page.keyboard.press('Enter')
    await dialog.getByText('Save your recovery codes').waitFor()
    const [code = ''] = await dialog.getByRole('listitem').allTextContents()
    await dialog.getByRole('button', { name: 'I saved the codes' }).click()
    await page.getByText('10 recovery codes left').waitFor()
    expect(await findViolations(page)).toEqual([])

    const other = await visit()
    await other.setViewportSize({ width, height: 900 })
    await signIn(other, username)
    await other.getByLabel('Code', { exact: true }).fill('000000')
    await other.keyboard.press('Enter')
    await other.getByText('You are not signed in').waitFor()
    expect(await findViolations(other)).toEqual([])
    await other.getByLabel('Code', { exact: true }).fill(codeOf(secret))
    await other.keyboard.press('Enter')
    await other.getByRole('heading', { level: 1, name: 'Start process' }).waitFor()

    const third = await visit()
    await signIn(third, username)
    await third.getByRole('button', { name: 'Use a recovery code' }).click()
    await third.getByLabel('Recovery code').fill(code)
    await third.keyboard.press('Enter')
    await third.getByRole('heading', { level: 1, name: 'Start process' }).waitFor()

    await page.reload()
    await page.getByText('9 recovery codes left').waitFor()
    await page.getByRole('button', { name: 'Remove Authenticator app' }).click()
    await dialog.getByLabel('Current password').fill(password)
    await page.keyboard.press('Enter')
    await page.getByText('No second factor yet').waitFor()
  },
)

async function signIn(page: Page, username: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('User name').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

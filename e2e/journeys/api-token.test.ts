import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, it } from 'vitest'
import { oneNote } from '../fixtures/one-note.bpmn.ts'
import { deploy, findDefinitionId } from './engine-rest.ts'
import { expectAccessible } from './expect-accessible.ts'
import { isSoak, phoneWidth } from './on-phone.ts'
import { settle, visitAs } from './visit.ts'

beforeAll(() => deploy('one-note.bpmn', oneNote))

it.each(isSoak ? [1440, phoneWidth] : [phoneWidth])(
  'a token that reads one process is created by the keyboard alone, at %i px',
  async (width) => {
    const page = await visitAs('ines', '/user/profile', { width })
    const open = page.getByRole('button', { name: 'Create token' })
    await open.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Create token' })
    await dialog.getByRole('textbox', { name: 'Name' }).waitFor()
    await settle(page)
    await expectAccessible(page)
    await page.keyboard.type(`Reader ${width}`)
    // Days, then the boxes: start and work are taken away.
    await press(page, 'Tab', 'Tab', 'Tab', 'Space', 'Tab', 'Space')
    expect(await dialog.getByRole('checkbox', { checked: true }).count()).toBe(1)
    await press(page, 'Tab', 'Tab', 'Tab', 'Tab', 'Tab')
    await page.keyboard.type('one-note')
    await press(page, 'Tab', 'Tab', 'Tab', 'Enter')
    const token = await dialog.getByRole('textbox', { name: 'Token' }).inputValue()
    await expectAccessible(page)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    await dialog.getByRole('button', { name: 'Done' }).press('Enter')
    const row = page.getByRole('row', { name: `Reader ${width}` })
    await row.getByText('Processes: one-note').waitFor()
    await expectAccessible(page)

    const definition = await findDefinitionId('one-note')
    const [one, other] = await Promise.all([
      status(token, 'GET', `/process-definition/${definition}`),
      status(token, 'POST', '/process-definition/key/one-note/start'),
    ])
    expect([one, other]).toEqual([200, 403])
    await row.getByRole('button', { name: `Remove token Reader ${width}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove token' }).click()
    await page.getByText('Token removed').waitFor()
    expect(await status(token, 'GET', `/process-definition/${definition}`)).toBe(401)
  },
)

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Returns the status of a call with the token. */
async function status(token: string, method: string, path: string): Promise<number> {
  const response = await fetch(`${inject('serverUrl')}/engine-rest${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(method === 'POST' ? { body: '{}' } : {}),
  })
  return response.status
}

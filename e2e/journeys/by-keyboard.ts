import type { Locator, Page } from 'playwright-core'

/** The maximum number of controls before the searched one. */
const most = 60

/** Presses Tab until a control has the focus. */
export function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  return pressTo(page, key, target)
}

/** Presses a key until a control has the focus. */
export async function pressTo(page: Page, key: string, target: Locator): Promise<void> {
  await target.first().waitFor()
  for (let count = 0; count < most; count++) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press(key)
  }
  throw new Error(`Expected ${key} to reach ${target}, but it did not in ${most} steps.`)
}

export function expectFocus(page: Page, target: Locator): Promise<void> {
  return target.and(page.locator(':focus')).waitFor()
}

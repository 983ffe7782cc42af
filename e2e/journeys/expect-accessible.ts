import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { findViolations } from '../axe.ts'
import { goWithin } from './shell/go-within.ts'
import { settle } from './visit.ts'

/**
 * Waits until the page is loaded, and expects it to break no rule of accessibility, light and dark. The dark scheme is
 * only tested for colours.
 * @param path the page to open before; without it, the current page is tested.
 */
export async function expectAccessible(page: Page, path?: string): Promise<void> {
  if (path !== undefined) await goWithin(page, path)
  await settle(page)
  const inLight = await findViolations(page)
  await changeScheme(page, 'dark')
  const inDark = await findViolations(page, { onlyColours: true })
  await changeScheme(page, 'light')
  expect.soft({ url: page.url(), inLight, inDark }).toEqual({ url: page.url(), inLight: [], inDark: [] })
}

async function changeScheme(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme })
  await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor()
  await settle(page)
}

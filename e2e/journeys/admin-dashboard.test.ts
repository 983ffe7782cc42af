import { expect, it } from 'vitest'
import { expectAccessible } from './expect-accessible.ts'
import { isSoak, phoneWidth } from './on-phone.ts'
import { visit } from './visit.ts'

it.each(isSoak ? [1440, phoneWidth] : [phoneWidth])(
  'an administrator sees how servers, queues and days are doing, %i wide',
  async (width) => {
    const adam = await visit({ as: 'adam', width })
    await adam.goto('/admin/dashboard')
    const health = adam.getByRole('region', { name: 'Health' }).first()
    await health.getByRole('row', { name: /Database (State )?Healthy/ }).waitFor()
    expect(await health.getByRole('row', { name: /web, worker (State )?Healthy/ }).count()).toBeGreaterThan(0)
    await adam.getByRole('row', { name: /^Daily figures/ }).waitFor()
    await adam.getByText('7 days').first().click()
    await adam.waitForURL(/days=7/)
    expect(await adam.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    expect(await health.getByRole('group', { name: 'Health' }).evaluate(widthBeyond)).toBe(0)
    await expectAccessible(adam)
  },
)

/** Returns the width of the content of an element that is only visible after scrolling sideways, in pixels. */
function widthBeyond({ scrollWidth, clientWidth }: { readonly scrollWidth: number; readonly clientWidth: number }) {
  return scrollWidth - clientWidth
}

import { expect, it } from 'vitest'
import { expectAccessible } from './expect-accessible.ts'
import { visit } from './visit.ts'

it.each([1440, 360])(
  'an administrator sees that no licence is needed, and why a text is not one, %i wide',
  async (width) => {
    const page = await visit({ as: 'adam', width })
    await page.goto('/admin/licenceManagement')
    await page.getByText('No licence is needed').waitFor()
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'Licence file' }).fill('not a licence')
    await page.getByRole('button', { name: 'Upload licence' }).click()
    await page.getByText('The licence was not accepted').waitFor()
    expect(await page.getByText('This installation accepts no licences').count()).toBeGreaterThan(0)
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  },
)

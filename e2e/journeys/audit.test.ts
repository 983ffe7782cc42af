import { expect, it } from 'vitest'
import { addUsers } from './add-users.ts'
import { expectAccessible } from './expect-accessible.ts'
import { visitAs } from './visit.ts'

it.each([1440, 360])(
  'an administrator finds a change, its revision and the history of a user, %i wide',
  async (width) => {
    const username = `audited-${width}`
    await addUsers([{ username, roles: ['RoleUser'] }])
    const adam = await visitAs('adam', `/admin/audit?q=${username}`, { width })
    const expectFits = async () => {
      expect(await adam.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      await expectAccessible(adam)
    }
    const revision = adam.locator('main a[href*="/admin/audit/revision/"]').first()
    await revision.waitFor()
    await expectFits()
    await revision.click()
    await adam.getByRole('heading', { level: 1, name: /^Revision/ }).waitFor()
    await adam.getByText(username).first().waitFor()
    await expectFits()
    await adam
      .getByRole('link', { name: new RegExp(`^History of .*${username}`) })
      .first()
      .click()
    await adam.waitForURL(/entityHistory/)
    await adam.getByRole('table').first().waitFor()
    await expectFits()
  },
)

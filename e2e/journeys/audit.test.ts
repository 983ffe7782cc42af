import { expect, it } from 'vitest'
import { addUsers } from './add-users.ts'
import { callAs } from './design.ts'
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

it.each([1440, 360])('an administrator restores an entity after a look at what changes, %i wide', async (width) => {
  const first = `Dusk ${width}`
  const adam = await visitAs('adam', '/admin/audit', { width })
  const save = '/admin/themes-api/user-defined-theme/save'
  const {
    data: { id },
  } = await callAs<{ data: { id: string } }>(adam, save, { name: first, code: `dusk-${width}`, variables: '{}' })
  await callAs(adam, save, { id, name: `Dawn ${width}`, variables: '{}' })
  await adam.goto(`/admin/audit/entityHistory/theme?id=${id}`)
  await adam.getByText('This is the current state.').waitFor()
  await adam.getByRole('button', { name: /^Show the state/ }).click()
  await adam.getByRole('button', { name: 'Restore', exact: true }).click()
  const dialog = adam.getByRole('dialog', { name: `Restore Theme “Dawn ${width}”?` })
  // On a phone, each value has the name of its column.
  await dialog
    .getByRole('row', { name: new RegExp(`Name (?:Before )?Dawn ${width} (?:After )?Dusk ${width}`) })
    .waitFor()
  expect(await adam.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  await expectAccessible(adam)
  const button = dialog.getByRole('button', { name: /^Restore revision/ })
  const { x, width: wide } = (await button.boundingBox()) ?? { x: -1, width: 0 }
  const frame = (await dialog.boundingBox()) ?? { x: 0, width: 0 }
  expect([x >= frame.x, x + wide <= frame.x + frame.width]).toEqual([true, true])
  await button.click()
  await adam.getByRole('heading', { level: 1, name: /^Revision/ }).waitFor()
  await adam.getByText('Restored revision').waitFor()
  await adam.getByText(`Theme “${first}”`).first().waitFor()
  await expectAccessible(adam)
})

import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { addUsers } from './add-users.ts'
import { expectAccessible } from './expect-accessible.ts'
import { settle, visit, visitAs } from './visit.ts'

it('a leaver takes their data along; an administrator disables several users at once, and erases one of them', async () => {
  await addUsers([
    { username: 'leaving-chief', roles: ['RoleUser', 'RoleUserAdmin', 'RoleAdmin'] },
    { username: 'leaving-first', roles: ['RoleUser'] },
    { username: 'leaving-second', roles: ['RoleUser'] },
  ])
  const leaver = await visitAs('leaving-first', '/user/profile')
  await settle(leaver)
  const file = leaver.waitForEvent('download')
  await leaver.getByRole('button', { name: 'Download your data' }).click()
  const data = JSON.parse(await readFile(await (await file).path(), 'utf8'))
  expect(data.account).toMatchObject([{ username: 'leaving-first', roles: ['RoleUser'] }])

  const chief = await visit({ as: 'leaving-chief' })
  await chief.goto('/usersgroups/users?q=leaving-')
  for (const username of ['leaving-first', 'leaving-second'])
    await chief.getByRole('row', { name: username }).getByRole('checkbox').check()
  await chief.getByRole('button', { name: 'Disable', exact: true }).click()
  const change = chief.getByRole('dialog', { name: 'Disable 2 users' })
  await change.getByRole('textbox', { name: 'Reason' }).fill('Left the company')
  await change.getByRole('button', { name: 'Show changes' }).click()
  await change.getByText('2 users change', { exact: true }).waitFor()
  await expectAccessible(chief)
  await change.getByRole('button', { name: 'Change 2 users' }).click()
  await change.getByText('2 users were changed.').waitFor()
  await change.getByRole('button', { name: 'Close' }).last().click()
  expect((await leaver.request.get('/api/profiles')).status()).toBe(401)

  const phone = await visit({ as: 'leaving-chief', width: 360 })
  await phone.goto('/usersgroups/users?q=leaving-first')
  await phone.getByRole('link', { name: 'Ada Example' }).click()
  await phone.getByRole('button', { name: 'Erase user' }).click()
  const erasure = phone.getByRole('dialog', { name: 'Erase Ada Example?' })
  await erasure.getByRole('textbox').fill('leaving-first')
  await expectAccessible(phone)
  await erasure.getByRole('button', { name: 'Erase user' }).click()
  await phone.getByText('User erased').waitFor()
  await chief.goto('/usersgroups/users?q=leaving-')
  await chief.getByRole('row', { name: 'leaving-second' }).waitFor()
  expect(await chief.getByRole('row', { name: 'leaving-first' }).count()).toBe(0)
})

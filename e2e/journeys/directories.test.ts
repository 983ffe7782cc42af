import { expect, it } from 'vitest'
import { type LdapEntry, startLdapServer } from '../../apps/server/src/platform/directory/testing/ldap-server.ts'
import { demoPassword } from '../start-server.ts'
import { addUsers } from './add-users.ts'
import { expectAccessible } from './expect-accessible.ts'
import { onPhone } from './on-phone.ts'
import { settle, signIn, visit } from './visit.ts'

const person = (name: string): LdapEntry => ({
  ...{ dn: `uid=${name},ou=people,dc=org`, objectClass: ['inetOrgPerson'], entryUUID: `uuid-${name}`, uid: name },
  ...{ givenName: 'Dora', sn: name, mail: `${name}@example.org` },
})

it('an administrator connects a directory, reads it, and confirms a run that disables many; its users sign in', async () => {
  await addUsers([{ username: 'ldap-chief', roles: ['RoleUser', 'RoleUserAdmin', 'RoleAdmin'] }])
  const server = await startLdapServer()
  server.passwords.set('cn=reader,dc=org', 'read')
  const names = ['ldap-first', 'ldap-second', 'ldap-third']
  server.entries = names.map(person)
  for (const { dn } of server.entries) server.passwords.set(dn, demoPassword)

  const page = await visit({ as: 'ldap-chief' })
  await page.goto('/usersgroups/directories')
  await page.getByRole('link', { name: 'New directory' }).first().click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Journey')
  await page.getByRole('textbox', { name: 'Servers' }).fill(`localhost:${server.port}`)
  await page.getByRole('combobox', { name: 'Encryption' }).click()
  await page.getByRole('option', { name: 'None', exact: true }).click()
  await page.getByRole('textbox', { name: 'Bind DN' }).fill('cn=reader,dc=org')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('textbox', { name: 'Base DN', exact: true }).fill('dc=org')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create directory' }).click()

  // A wrong password of the bind account is told by the test, and corrected.
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await page.getByText('The directory could not be read').waitFor()
  await page.getByLabel('New password').fill('read')
  await page.getByRole('button', { name: 'Save directory' }).click()
  await page.getByText('Directory saved').waitFor()
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await page.getByText(/^Read 3 users in/).waitFor()

  const hasUser = async (name: string) =>
    (await (await page.request.get(`/api/users?username=${name}`)).json()).items.length > 0
  await page.getByRole('button', { name: 'Dry run' }).click()
  await page.getByRole('button', { name: 'New 3' }).waitFor()
  expect(await hasUser('ldap-first')).toBe(false)
  await page.getByRole('button', { name: 'Run now' }).click()
  await page
    .getByRole('cell', { name: /^3 new, 0 changed/ })
    .nth(1)
    .waitFor()
  await expect.poll(() => hasUser('ldap-first')).toBe(true)
  await expectAccessible(page)

  const member = await visit()
  await member.goto('/')
  await signIn(member, 'ldap-first')
  await settle(member)
  expect((await member.request.get('/api/profiles')).status()).toBe(200)

  // Two of three are gone: the run waits, and a confirmation on a phone disables them.
  server.entries = [person('ldap-third')]
  await page.getByRole('button', { name: 'Run now' }).click()
  await page.getByText('This run waits for a confirmation').waitFor()
  expect((await member.request.get('/api/profiles')).status()).toBe(200)
  await onPhone(page, async () => {
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Confirm and run' }).click()
    const dialog = page.getByRole('dialog', { name: 'Run with these changes?' })
    await dialog.getByText(/Up to 2 users are disabled/).waitFor()
    await dialog.getByRole('button', { name: 'Confirm and run' }).click()
    await page.getByText('This run waits for a confirmation').waitFor({ state: 'hidden' })
  })
  await expect.poll(async () => (await member.request.get('/api/profiles')).status()).toBe(401)
  await page.getByRole('cell', { name: /2 disabled, 1 unchanged/ }).waitFor()
})

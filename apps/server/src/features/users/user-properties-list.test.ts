import { type BodyOf, ownRoleCalls, userAccountCalls, userCalls, userPropertyCalls } from '@millrace/contract'
import { createTestApp, createWorkplace } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'

const { signIn, db } = await createTestApp()

describe('the list of users', () => {
  it('has user properties as columns and filters, with defaults, and own roles', async () => {
    const workplaceId = await createWorkplace(db)
    const own = await signIn({ workplaceId, roles: ['RoleAdmin', 'RoleUserAdmin'], username: 'own' })
    const [ada, bob] = [await signIn({ workplaceId, username: 'ada' }), await signIn({ workplaceId, username: 'bob' })]
    const property = (body: BodyOf<typeof userPropertyCalls.create>) => own.call(userPropertyCalls.create, { body })
    await property({ name: 'City', key: 'city', defaultValue: 'Lisbon' })
    await property({ name: 'Floor', key: 'floor', type: 'number' })
    await property({ name: 'Since', key: 'since', type: 'date' })
    await property({ name: 'Remote', key: 'remote', type: 'boolean' })
    const set = (id: string, values: Record<string, string>) =>
      own.call(userPropertyCalls.setValuesOfUser, { params: { id }, body: { values } })
    await set(ada.user.id, { city: 'Porto', floor: '2.5', since: '2030-01-07', remote: 'true' })
    const { body } = await own.call(userCalls.list, { query: { vars: 'city,floor,since,remote' } })
    expect(body.items.map(({ username, variables }) => [username, variables])).toEqual([
      [
        'ada',
        {
          city: { type: 'text', text: 'Porto' },
          floor: { type: 'number', text: '2.5' },
          since: { type: 'day', text: '2030-01-07' },
          remote: { type: 'flag', text: 'true' },
        },
      ],
      ['bob', { city: { type: 'text', text: 'Lisbon' } }],
      ['own', { city: { type: 'text', text: 'Lisbon' } }],
    ])
    const names = async (condition: string) =>
      (await own.call(userCalls.list, { query: { property: condition } })).body.items.map(({ username }) => username)
    expect(await names('is:text:CITY:porto')).toEqual(['ada'])
    expect(await names('begins:text:city:lis')).toEqual(['bob', 'own'])
    expect(await names('from:number:floor:2')).toEqual(['ada'])
    expect(await names('from:number:floor:3')).toEqual([])
    expect(await names('before:instant:since:2030-01-08')).toEqual(['ada'])
    expect(await names('is:flag:remote:true,is:text:city:Porto')).toEqual(['ada'])
    expect(await names('is:text:nothing:x')).toEqual([])
    await own.call(ownRoleCalls.create, { body: { key: 'clerk', name: 'Clerk' } })
    await own.call(userAccountCalls.save, { params: { id: bob.user.id }, body: { ownRoles: ['clerk'] } })
    const clerks = (await own.call(userCalls.list, { query: { ownRole: 'clerk' } })).body.items
    expect(clerks.map(({ username, ownRoles }) => [username, ownRoles])).toEqual([['bob', ['Clerk']]])
  })
})

import { type BodyOf, userPropertyCalls as calls } from '@millrace/contract'
import { createTestApp, createUser, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'

const { anonymous, signIn, db, admin } = await createTestApp()
const keeper = await signIn({ roles: ['RoleUserAdmin'] })
const ada = await signIn({ roles: ['RoleUser'] })
const sam = await signIn({ roles: ['RoleUser'] })

type Settings = Partial<BodyOf<typeof calls.create>>

let created = 0
/** Creates a property and returns its key. It is gone for other tests when it is disabled. */
async function property(settings: Settings): Promise<string> {
  created += 1
  const key = `key${created}`
  const { status, body } = await keeper.call(calls.create, { body: { name: `Property ${created}`, key, ...settings } })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return key
}

type SignedIn = Awaited<ReturnType<typeof signIn>>

const of = (client: SignedIn) => ({ id: client.user.id })
const set = (by: TestClient, whose: SignedIn, values: Record<string, string>) =>
  by.call(calls.setValuesOfUser, { params: of(whose), body: { values } })
const heldBy = async (by: TestClient, whose: SignedIn, key: string) =>
  (await by.call(calls.valuesOfUser, { params: of(whose) })).body.find((one) => one.key === key)

describe('values of user properties', () => {
  it('are for signed-in users, and of users who exist', async () => {
    const nowhere = { id: '00000000-0000-7000-8000-000000000000' }
    expect((await anonymous().call(calls.valuesOfUser, { params: nowhere })).error.code).toBe('session.missing')
    for (const params of [nowhere, { id: 'nobody' }]) {
      expect((await keeper.call(calls.valuesOfUser, { params })).error.code).toBe('thing.not-found')
      const { error } = await keeper.call(calls.setValuesOfUser, { params, body: { values: {} } })
      expect(error.code).toBe('thing.not-found')
    }
  })

  it('are set, kept where they are left out, and removed', async () => {
    const [city, size] = [await property({ editors: 'user' }), await property({ type: 'number', editors: 'user' })]
    await set(ada, ada, { [city]: 'Lisbon', [size]: '1.50' })
    await set(ada, ada, { [city]: 'Porto' })
    expect([(await heldBy(ada, ada, city))?.value, (await heldBy(ada, ada, size))?.value]).toEqual(['Porto', '1.5'])
    await set(ada, ada, { [city]: '' })
    expect((await heldBy(ada, ada, city))?.value).toBe('')
  })

  it('fit the type, all of them or none is set', async () => {
    const [city, start] = [await property({}), await property({ type: 'date' })]
    const { status, error } = await set(keeper, ada, { [city]: 'Lisbon', [start]: 'tomorrow' })
    expect([status, error.code, error.details?.[0]?.where]).toEqual([422, 'user-property.invalid', `values.${start}`])
    expect((await heldBy(keeper, ada, city))?.value).toBe('')
    const unknown = await set(keeper, ada, { nothing: 'x' })
    expect(unknown.error.code).toBe('user-property.invalid')
  })

  it('name users and groups that exist, which are found by name', async () => {
    const mentor = await property({ type: 'user', editors: 'user' })
    const missing = await set(ada, ada, { [mentor]: 'nobody.here' })
    expect(missing.error.details?.[0]?.where).toBe(`values.${mentor}`)
    await set(ada, ada, { [mentor]: sam.user.username })
    expect(await heldBy(ada, ada, mentor)).toMatchObject({ value: sam.user.username, label: expect.any(String) })
    const find = (by: TestClient) =>
      by.call(calls.findValuesOfUser, { params: { ...of(ada), key: mentor }, query: { q: sam.user.username } })
    expect((await find(ada)).body.items.map(({ id }) => id)).toEqual([sam.user.username])
    expect((await find(sam)).error.code).toBe('right.missing')
  })

  it('are seen and edited as the property says', async () => {
    const own = await property({ viewers: 'user', editors: 'user' })
    const shown = await property({ viewers: 'everyone' })
    const hidden = await property({ viewers: 'administrators' })
    await set(keeper, ada, { [own]: 'a', [shown]: 'b', [hidden]: 'c' })
    const seenBy = async (by: TestClient) =>
      Promise.all([own, shown, hidden].map(async (key) => (await heldBy(by, ada, key))?.isEditable))
    expect(await seenBy(ada)).toEqual([true, false, undefined])
    expect(await seenBy(sam)).toEqual([undefined, false, undefined])
    expect(await seenBy(keeper)).toEqual([true, true, true])
    expect((await set(ada, ada, { [shown]: 'x' })).error.code).toBe('right.missing')
    expect((await set(ada, ada, { [hidden]: 'x' })).error.code).toBe('user-property.invalid')
    expect((await set(sam, ada, { [own]: 'x' })).error.code).toBe('right.missing')
  })

  it('of an administrator are edited by administrators', async () => {
    const chief = await signIn({ roles: ['RoleAdmin'] })
    const city = await property({})
    expect((await set(keeper, chief, { [city]: 'Lisbon' })).error.code).toBe('right.missing')
    expect((await set(chief, chief, { [city]: 'Lisbon' })).error.code).toBe('right.missing')
    const second = await signIn({ roles: ['RoleAdmin'] })
    expect((await set(second, chief, { [city]: 'Lisbon' })).status).toBe(200)
  })

  it('of a unique property differ, also when two users take one at once', async () => {
    const badge = await property({ isUnique: true, editors: 'user' })
    const answers = await Promise.all([set(ada, ada, { [badge]: 'B-1' }), set(sam, sam, { [badge]: 'b-1' })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const { error } = answers.find(({ status }) => status === 409) ?? {}
    expect([error?.code, error?.details?.[0]?.where]).toEqual(['user-property.value-taken', `values.${badge}`])
    const winner = answers[0].status === 200 ? ada : sam
    expect((await set(winner, winner, { [badge]: 'b-1' })).status).toBe(200)
  })

  it('keep a property from becoming unique while two are alike, and from changing its type', async () => {
    const city = await property({})
    await set(keeper, ada, { [city]: 'Lisbon' })
    await set(keeper, sam, { [city]: 'LISBON' })
    const [row] = (await keeper.call(calls.list, { query: { q: city } })).body.items
    if (row === undefined) throw new Error('Expected the property in the list.')
    const params = { id: row.id }
    const save = (more: Settings) => keeper.call(calls.save, { params, body: { name: row.name, key: city, ...more } })
    expect((await save({ isUnique: true })).error.code).toBe('user-property.value-taken')
    expect((await save({ type: 'number' })).error.code).toBe('user-property.has-values')
    await set(keeper, sam, { [city]: 'Porto' })
    expect((await save({ isUnique: true })).body).toMatchObject({ isUnique: true, hasValues: true })
    expect((await set(keeper, sam, { [city]: 'lisbon' })).error.code).toBe('user-property.value-taken')
    expect((await save({ isUnique: false })).status).toBe(200)
    expect((await set(keeper, sam, { [city]: 'lisbon' })).status).toBe(200)
  })

  it('of a disabled property are kept, and neither seen nor set', async () => {
    const city = await property({ editors: 'user' })
    await set(ada, ada, { [city]: 'Lisbon' })
    const [row] = (await keeper.call(calls.list, { query: { q: city } })).body.items
    const params = { id: row?.id ?? '' }
    await keeper.call(calls.disable, { params, query: { deletedReason: 'Not needed' } })
    expect(await heldBy(ada, ada, city)).toBeUndefined()
    expect((await set(ada, ada, { [city]: 'Porto' })).error.code).toBe('user-property.invalid')
    await keeper.call(calls.restore, { params })
    expect((await heldBy(ada, ada, city))?.value).toBe('Lisbon')
  })

  it('of another workplace do not exist, and go with their user', async () => {
    const workplaceId = await createWorkplace(db)
    const elsewhere = await signIn({ roles: ['RoleUserAdmin'], workplaceId })
    expect((await elsewhere.call(calls.valuesOfUser, { params: of(ada) })).error.code).toBe('thing.not-found')
    expect((await set(elsewhere, ada, {})).error.code).toBe('thing.not-found')
    const leaver = await createUser(db, { workplaceId: keeper.user.workplaceId })
    const city = await property({})
    const params = { id: leaver.id }
    await keeper.call(calls.setValuesOfUser, { params, body: { values: { [city]: 'Lisbon' } } })
    await admin.query('delete from app_user where id = $1', [leaver.id])
    const { rows } = await admin.query('select from user_property_value where user_id = $1', [leaver.id])
    expect(rows).toEqual([])
  })

  it('of a required property are not removed, but for a default', async () => {
    const city = await property({ isRequired: true, editors: 'user' })
    const { error } = await set(ada, ada, {})
    expect([error.code, error.details?.[0]?.where]).toEqual(['user-property.invalid', `values.${city}`])
    expect((await set(ada, ada, { [city]: 'Lisbon' })).status).toBe(200)
    expect((await set(ada, ada, { [city]: '' })).error.code).toBe('user-property.invalid')
    const [row] = (await keeper.call(calls.list, { query: { q: city } })).body.items
    const body = { name: row?.name ?? '', key: city, isRequired: true, defaultValue: 'Porto', editors: 'user' as const }
    await keeper.call(calls.save, { params: { id: row?.id ?? '' }, body })
    expect((await set(ada, ada, { [city]: '' })).status).toBe(200)
    expect(await heldBy(ada, ada, city)).toMatchObject({ value: '', defaultValue: 'Porto' })
  })
})

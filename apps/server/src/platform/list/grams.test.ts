import { userCalls } from '@millrace/contract'
import { createTestApp, createUser, createWorkplace } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { findByGrams, gramsOf, maxFoundByGrams } from './grams.ts'

const { signIn, db, admin } = await createTestApp()

describe('the pieces of a text', () => {
  it('have three characters, without accents and regardless of case, and none with white space', () => {
    expect(gramsOf('Ännä')).toEqual(['ann', 'nna'])
    expect(gramsOf('ab cde')).toEqual(['cde'])
    expect(gramsOf('aaaa')).toEqual(['aaa'])
    expect(gramsOf('Weiß')).toEqual(['wei', 'eis', 'iss'])
    expect(gramsOf('😀😁😂')).toEqual(['😀😁😂'])
    expect(gramsOf('ab')).toEqual([])
    expect(gramsOf('')).toEqual([])
  })

  it('are those that the database has of the same text', async () => {
    for (const text of ['annabelle', 'a,b"c{d}e\\f', 'ζωη😀😁😂', "o'neill"]) {
      const { rows } = await admin.query<{ has: boolean }>(
        `select millrace_grams(gen_random_uuid(), $1) @> $2::text[] as has`,
        [text, gramsOf(text)],
      )
      expect([text, rows]).toEqual([text, [{ has: true }]])
    }
  })
})

describe('a search for a part of a name', () => {
  it('finds it anywhere in the user name, the name or the email address, as it is now', async () => {
    const workplaceId = await createWorkplace(db)
    const chief = await signIn({ workplaceId, roles: ['RoleUserAdmin'], username: 'chief' })
    const created = await createUser(db, { workplaceId, username: 'goldschmidt' })
    await admin.query('update app_user set first_name = $2, last_name = $3, email = $4 where id = $1', [
      ...[created.id, 'Ann-Béatrice', `O'Neill {x}, "y"`, 'Anon@kiwi.example.org'],
    ])
    const find = async (q: string) =>
      (await chief.call(userCalls.list, { query: { q } })).body.items.map(({ username }) => username)
    for (const q of ['ldsch', 'béatr', 'BEATR', "o'nei", '{x}, "y', 'ce o', 'N@kiwi.ex'])
      expect([q, await find(q)]).toEqual([q, ['goldschmidt']])
    expect(await find('schmied')).toEqual([])
    expect(await find('kiwi n@')).toEqual([])
    await admin.query(`update app_user set last_name = 'Silberberg', email = null where id = $1`, [created.id])
    expect([await find('lberbe'), await find('n@kiwi'), await find("o'nei")]).toEqual([['goldschmidt'], [], []])
    await admin.query('delete from app_user where id = $1', [created.id])
    expect(await find('lberbe')).toEqual([])
    expect((await admin.query('select from search_gram where thing_id = $1', [created.id])).rows).toEqual([])
  })

  it('finds nobody of another workplace, whatever pieces are asked for', async () => {
    const [here, elsewhere] = [await createWorkplace(db), await createWorkplace(db)]
    const mine = await createUser(db, { workplaceId: here, username: 'quetzal-one' })
    await createUser(db, { workplaceId: elsewhere, username: 'quetzal-two' })
    const find = (workplaceId: string) =>
      db.read({ workplaceId: here }, (tx) => findByGrams(tx, { workplaceId, kind: 'user', text: 'etzal' }))
    expect(await find(here)).toEqual([mine.id])
    expect(await find(elsewhere)).toEqual([])
    const seen = await db.read({ workplaceId: here }, (tx) =>
      tx.batch([
        { name: 'seen', text: `select set_config('app.grams', '{etz}', true)`, values: [] },
        { name: 'rows', text: 'select thing_id from search_gram', values: [] },
      ]),
    )
    expect(seen[1]).toEqual([[mine.id]])
  })

  it('leaves all rows in view afterwards', async () => {
    const workplaceId = await createWorkplace(db)
    for (const username of ['first-one', 'second-one']) await createUser(db, { workplaceId, username })
    const rows = await db.read({ workplaceId }, async (tx) => {
      await findByGrams(tx, { workplaceId, kind: 'user', text: 'first' })
      return tx.batch([{ name: 'all', text: 'select thing_id from search_gram', values: [] }])
    })
    expect(rows[0]).toHaveLength(2)
  })

  it('finds what more users have than are looked up', async () => {
    const workplaceId = await createWorkplace(db)
    const chief = await signIn({ workplaceId, roles: ['RoleUserAdmin'], username: 'chief' })
    await admin.query(
      `insert into app_user (workplace_id, id, username) select $1, gen_random_uuid(), 'many ' || n from generate_series(1, $2::int) n`,
      [workplaceId, maxFoundByGrams + 1],
    )
    const find = (text: string) =>
      db.read({ workplaceId }, (tx) => findByGrams(tx, { workplaceId, kind: 'user', text }))
    expect(await find('many')).toBeNull()
    expect(await find('ma')).toBeNull()
    expect(await find('any 2001')).toHaveLength(1)
    expect((await chief.call(userCalls.listCount, { query: { q: 'many' } })).body.total).toBe(maxFoundByGrams + 1)
    expect((await chief.call(userCalls.listCount, { query: { q: 'ma' } })).body.total).toBe(maxFoundByGrams + 1)
  })
})

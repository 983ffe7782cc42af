import { describe, expect, it } from 'vitest'
import { type KnownNode, type ManagerRow, planImport } from './plan-import.ts'

const row = (line: number, key: string, manager = '', position: string | null = null): ManagerRow => ({
  line,
  key,
  manager,
  position,
})
const node = (id: string, parentId: string | null, username: string, name = ''): KnownNode => ({
  id,
  parentId,
  username,
  name,
})
const plan = (
  rows: readonly ManagerRow[],
  nodes: readonly KnownNode[] = [],
  users = 'ada bob cy dan eve'.split(' '),
) => {
  let next = 0
  return planImport({ rows, nodes, users: new Set(users), newId: () => `new${++next}` })
}

describe('the plan of an import', () => {
  it('puts each position below its manager, whichever row comes first', () => {
    const { rows, nodes } = plan([row(2, 'cy', 'bob'), row(3, 'bob', 'ada', 'Head'), row(4, 'ada')])
    expect(rows.map(({ result }) => result)).toEqual(['new', 'new', 'new'])
    expect(nodes.map(({ username }) => username)).toEqual(['ada', 'bob', 'cy'])
    const [ada, bob, cy] = nodes
    expect([ada?.parentId, bob?.parentId, cy?.parentId]).toEqual([null, ada?.id, bob?.id])
    expect(bob?.name).toBe('Head')
  })

  it('changes nothing when everything is so already', () => {
    const known = [node('1', null, 'ada', 'Chief'), node('2', '1', 'bob')]
    const { rows, nodes } = plan([row(2, 'ada'), row(3, 'bob', 'ada')], known)
    expect(rows.map(({ result }) => result)).toEqual(['same', 'same'])
    expect(nodes).toEqual([])
  })

  it('moves a known position, and says from which name to which', () => {
    const known = [node('1', null, 'ada'), node('2', '1', 'bob', 'Clerk')]
    const { rows, nodes } = plan([row(2, 'bob', '', 'Chief')], known)
    expect(rows[0]).toMatchObject({
      result: 'changed',
      message: 'Moves to the top level; Position “Clerk” → “Chief”',
    })
    expect(nodes).toEqual([{ id: '2', parentId: null, username: 'bob', name: 'Chief', isNew: false }])
  })

  it.each([
    ['an empty key', [row(2, '')], 'the cell is empty'],
    ['an unknown user', [row(2, 'zoe')], 'there is no user “zoe”'],
    ['an unknown manager', [row(2, 'ada', 'bob')], '“bob” is in neither'],
    ['somebody as their own manager', [row(2, 'ada', 'ada')], 'cannot be their own manager'],
    ['a key that comes twice', [row(3, 'ada'), row(2, 'ada')], 'line 3 has it too'],
    ['a circle', [row(2, 'ada', 'bob'), row(3, 'bob', 'cy'), row(4, 'cy', 'ada')], 'without a circle'],
  ])('refuses %s', (_, rows, message) => {
    expect(plan(rows).rows.find(({ result }) => result === 'refused')?.message).toContain(message)
  })

  it('refuses a circle that goes over positions which the file does not name', () => {
    const known = [node('1', null, 'ada'), node('2', '1', 'bob'), node('3', '2', 'cy')]
    expect(plan([row(2, 'ada', 'cy')], known).rows[0]).toMatchObject({ result: 'refused' })
  })

  it('refuses more levels than there may be, and takes a long chain of rows in one pass', () => {
    const users = Array.from({ length: 20_000 }, (_, index) => `u${index}`)
    const chain = users.map((key, index) => row(index + 2, key, index === 0 ? '' : `u${index - 1}`))
    const { rows } = plan(chain, [], users)
    expect(rows.filter(({ result }) => result === 'new').length).toBe(50)
    expect(rows.at(-1)?.message).toContain('at most 50 levels')
  })
})

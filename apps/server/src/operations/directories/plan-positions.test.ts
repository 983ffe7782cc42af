import { expect, it } from 'vitest'
import type { KnownNode } from '../hierarchies/plan-import.ts'
import { type ManagedUser, planPositions } from './plan-positions.ts'

const user = (username: string, manager: string | null = null, unknownManager: string | null = null): ManagedUser => ({
  username,
  manager,
  unknownManager,
})
const node = (username: string, parent: string | null = null): KnownNode => ({
  ...{ id: `id-${username}`, parentId: parent && `id-${parent}`, name: '', username },
})
const plan = (users: readonly ManagedUser[], nodes: readonly KnownNode[] = []) => {
  let id = 0
  const existing = new Set(users.map(({ username }) => username))
  const { nodes: planned, results } = planPositions({ users, nodes, existing, newId: () => `new-${++id}` })
  const names = new Map([...nodes, ...planned].map((one) => [one.id, one.username]))
  return {
    planned: planned.map(({ username, parentId }) => [username, parentId === null ? null : names.get(parentId)]),
    results: Object.fromEntries(
      results.map(({ name, result, message }) => [name, result === 'refused' ? message : result]),
    ),
  }
}

it('places users below their managers, and then changes nothing', () => {
  const users = [user('ann', 'ben'), user('ben', 'cid'), user('cid')]
  expect(plan(users).planned).toEqual([
    ['cid', null],
    ['ben', 'cid'],
    ['ann', 'ben'],
  ])
  expect(plan(users, [node('cid'), node('ben', 'cid'), node('ann', 'ben')])).toEqual({ planned: [], results: {} })
})

it('moves a user to another manager, and leaves users without a manager where they are', () => {
  const nodes = [node('cid'), node('ben', 'cid'), node('ann', 'ben')]
  expect(plan([user('ann', 'cid'), user('ben'), user('cid')], nodes)).toEqual({
    planned: [['ann', 'cid']],
    results: { ann: 'changed' },
  })
})

it('reports circles and unknown managers, and places the others', () => {
  const users = [user('a', 'b'), user('b', 'a'), user('c', 'b'), user('d', null, 'cn=gone'), user('e', 'd'), user('f')]
  const { planned, results } = plan(users, [node('b')])
  // The position of b stays, so that c can be below it.
  expect(planned).toEqual([
    ['f', null],
    ['c', 'b'],
  ])
  expect(results).toEqual({
    a: expect.stringContaining('circle'),
    b: expect.stringContaining('circle'),
    c: 'new',
    d: expect.stringContaining('“cn=gone” is not in the directory'),
    e: 'Expected a position of the manager “d”, but it was left out.',
    f: 'new',
  })
})

it('does not place a user below themselves by a position that the directory does not know', () => {
  // The position of boss, who is no user of the directory, is below that of ann.
  const nodes = [node('ann'), node('boss', 'ann')]
  const { planned, results } = plan([user('ann', 'boss'), user('new', 'ann')], nodes)
  expect(planned).toEqual([])
  expect(results).toMatchObject({ ann: expect.stringContaining('circle') })
})

it('looks at a chain of 50,000 managers once, and stops at the deepest level', () => {
  const users = Array.from({ length: 50_000 }, (_, index) => user(`u${index}`, index === 0 ? null : `u${index - 1}`))
  expect(plan(users.reverse()).planned).toHaveLength(50)
})

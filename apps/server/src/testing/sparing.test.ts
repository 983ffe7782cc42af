import { expect, it } from 'vitest'
import { idsForPath, isSparing, valuesInTurn } from './sparing.ts'

const tables = ['task', 'app_user', 'process_definition', 'instance', 'job', 'setting', 'category', 'form', 'theme']
const all = Array.from({ length: 144 }, (_, index) => ({ id: String(index), table: tables[index % 9] ?? '' }))
const tablesFor = (path: string) => {
  const ids = idsForPath(path, all)
  return tables.filter((table) => all.every((one) => one.table !== table || ids.includes(one.id)))
}

it.runIf(isSparing).each([
  ['/tasks/{id}', ['task']],
  ['/usersgroups/users/{id}', ['app_user']],
  ['/processengine/definitions/:id', ['process_definition']],
  ['/process-instance/:id/variables', ['process_definition', 'instance']],
  ['/execution/:id/localVariables', ['instance']],
  ['/categories/{id}', ['category']],
  ['/group/:id/members/:userId', ['app_user']],
  ['/appforms/{id}/uses', ['form']],
])('tests %s with every id of the tables that it names', (path, expected) => {
  expect(tablesFor(path)).toEqual(expected)
})

it.runIf(isSparing)('tests each path with some other ids, and with others when its length differs', () => {
  const [some, others] = ['/nothing/{id}', '/nothing/{idx}'].map((path) => idsForPath(path, all))
  expect([some?.length, others?.length]).toEqual([18, 18])
  expect(some?.filter((id) => others?.includes(id))).toEqual([])
})

it.runIf(isSparing)('takes each value in turn', () => {
  const values = ['a', 'b', 'c', 'd', 'e']
  const taken = [0, 1, 2].map((index) => valuesInTurn(values, index))
  expect(taken.flat().toSorted()).toEqual(values)
})

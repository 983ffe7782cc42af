import { describe, expect, it } from 'vitest'
import { guessMapping } from './guess-mapping.ts'
import { orderRows } from './order-rows.ts'
import { readRow } from './read-row.ts'

describe('the guess of columns', () => {
  it('knows usual headings, user properties by name or key, and no field twice', () => {
    const properties = [{ key: 'costCentre', name: 'Cost centre' }]
    expect(
      guessMapping(['User name', 'E-Mail', 'COST CENTRE', 'Surname', 'Login', 'Shoe size', '__proto__'], properties),
    ).toEqual(['username', 'email', 'property:costCentre', 'lastName', '', '', ''])
  })
})

describe('a row', () => {
  it('is read by its columns; empty cells say nothing', () => {
    expect(
      readRow(
        [' ada ', '', 'ROLE_USER; RoleDesign', 'a,b|a', '7'],
        ['username', 'email', 'roles', 'groups', 'property:n'],
      ),
    ).toEqual({
      values: { username: 'ada', roles: ['RoleUser', 'RoleDesign'], groups: ['a', 'b'], properties: { n: '7' } },
    })
  })

  it.each([
    ['username', 'a b', 'a user name'],
    ['email', 'nobody', 'an email address'],
    ['firstName', '<script>', 'a first name'],
    ['firstName', 'x'.repeat(101), 'a first name'],
    ['roles', 'RoleKing', '“RoleKing” is not a role'],
  ] as const)('with %s %j is refused', (field, cell, message) => {
    expect(readRow([cell], [field])).toMatchObject({ fault: expect.stringContaining(message) })
  })
})

describe('the order of rows', () => {
  const row = (position: number, username: string, manager = '') => ({ position, username, manager })

  it('has managers first, and else that of the file', () => {
    expect(orderRows([row(1, 'a', 'c'), row(2, 'b'), row(3, 'c', 'd'), row(4, 'd')])).toEqual([4, 3, 1, 2])
    expect(orderRows([row(1, 'a'), row(2, 'b', 'a'), row(3, 'c')])).toEqual([1, 2, 3])
  })

  it('has each row once, in a circle too', () => {
    expect(orderRows([row(1, 'a', 'b'), row(2, 'b', 'a'), row(3, '', 'a')]).sort()).toEqual([1, 2, 3])
  })
})

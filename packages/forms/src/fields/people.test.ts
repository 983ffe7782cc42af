import { describe, expect, it, test } from 'vitest'
import { buildContext, buildForm, enter, listProblemCodes } from '../testing/build-form.ts'
import { openValues } from '../values/open-values.ts'
import { listNamed } from './people.ts'

describe('a field that names somebody', () => {
  it('takes one, alone or as the only one of a list', () => {
    expect(enter('user', 'rosa')).toBe('rosa')
    expect(enter('user', ['rosa'])).toBe('rosa')
    expect(enter('user', ['rosa', 'ines'])).toBe('!choice.too-many')
    expect(enter('user', '')).toBeNull()
    expect(enter('user', [])).toBeNull()
  })

  it('takes several where it says so, from two to a hundred by its own numbers', () => {
    const several = { several: true, min: 2, max: 3 }
    expect(enter('group', ['a', 'b'], several)).toEqual(['a', 'b'])
    expect(enter('group', 'a', several)).toBe('!choice.too-few')
    expect(enter('group', ['a', 'b', 'c', 'd'], several)).toBe('!choice.too-many')
    const many = Array.from({ length: 101 }, (_, number) => `u${number}`)
    expect(enter('user', many, { several: true })).toBe('!choice.too-many')
    expect(enter('user', many.slice(1), { several: true })).toHaveLength(100)
  })

  test.each([
    ['Json', '["rosa","ines"]', ['rosa', 'ines']],
    ['String', 'rosa', ['rosa']],
    ['Null', null, null],
  ])('opens with a variable of type %s that holds %s', (type, value, opened) => {
    const form = buildForm([{ type: 'user', key: 'who', several: true }])
    expect(openValues(form, { who: { type, value } }, buildContext(form))).toEqual({ who: opened })
  })

  it('has numbers only where several may be chosen, and limits only where they mean something', () => {
    const codes = (type: string, props: object) => listProblemCodes({ schema: 2, id: 'f', root: [node(type, props)] })
    expect(codes('user', { several: true, min: 3, max: 2 })).toEqual(['property.conflict'])
    expect(codes('user', { max: 2 })).toEqual(['property.conflict'])
    expect(codes('user', { inGroup: 'board', withRole: 'RoleUser' })).toEqual([])
    expect(codes('user', { inGroup: ' ' })).toEqual(['property.invalid'])
    expect(codes('group', { inGroup: 'board' })).toEqual(['property.unknown'])
  })
})

it('lists the ids of an entry, whatever it is', () => {
  expect(listNamed(['a', 7, '', null, 'b'])).toEqual(['a', 'b'])
  for (const nothing of [null, undefined, '', 7, {}, [[]]]) expect(listNamed(nothing)).toEqual([])
})

const node = (type: string, props: object) => ({ id: 'n1', type, key: 'who', props: { label: 'Who', ...props } })

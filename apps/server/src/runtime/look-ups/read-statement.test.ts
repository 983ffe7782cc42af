import { describe, expect, it } from 'vitest'
import { readStatement } from './read-statement.ts'

describe('a statement', () => {
  it.each([
    ['select 1', 'select 1', []],
    [
      'select * from t where a = :a and b = :b or a = :a;',
      'select * from t where a = $1 and b = $2 or a = $1',
      ['a', 'b'],
    ],
    ['select now()::date, :a::int', 'select now()::date, $1::int', ['a']],
    [`select ':a', ":b", 'it''s :c'`, `select ':a', ":b", 'it''s :c'`, []],
    [String.raw`select E'\':a'`, String.raw`select E'\':a'`, []],
    ['select $$:a$$, $x$ $$ :b $x$, :c', 'select $$:a$$, $x$ $$ :b $x$, $1', ['c']],
    ['select 1 -- :a\n, :b /* :c */', 'select 1 -- :a\n, $1 /* :c */', ['b']],
    ['/* first */ with x as (select :a) select * from x', '/* first */ with x as (select $1) select * from x', ['a']],
    ['select (array[1,2,3])[1:2]', 'select (array[1,2,3])[1:2]', []],
    ["select ';' ; ", "select ';'", []],
  ])('%s has its parameters beside it', (given, text, parameters) => {
    expect(readStatement(given)).toMatchObject({ text, parameters })
  })

  it('has a mark for each place of a parameter, for databases that do not number them', () => {
    const read = readStatement("select ':a' from `:b` where a = :a or b = :b or c = :a")
    if ('fault' in read) throw new Error('Expected a statement.')
    expect(read.write((number) => `@p${number}`)).toBe("select ':a' from `:b` where a = @p1 or b = @p2 or c = @p1")
    expect(read).toMatchObject({
      text: "select ':a' from `:b` where a = $1 or b = $2 or c = $1",
      parameters: ['a', 'b'],
      marked: "select ':a' from `:b` where a = ? or b = ? or c = ?",
      marks: ['a', 'b', 'a'],
    })
  })

  it('is for changes alone when it begins with another word', () => {
    expect(readStatement('update t set a = :a', 'change')).toMatchObject({ text: 'update t set a = $1' })
    expect(readStatement('drop table t', 'change')).toEqual({
      fault: 'an INSERT, UPDATE, DELETE, MERGE or CALL, but it begins otherwise',
    })
  })

  it.each([
    ['select 1; drop table t', 'one statement, but it has a ; inside'],
    ['select $1', 'parameters such as :name, but it has $1'],
    ['delete from t', 'a SELECT, but it begins otherwise'],
    ['-- select\nupdate t set a = 1', 'a SELECT, but it begins otherwise'],
    ['', 'a SELECT, but it begins otherwise'],
  ])('%j is refused', (given, fault) => {
    expect(readStatement(given)).toEqual({ fault })
  })
})

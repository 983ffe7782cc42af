import { describe, expect, it } from 'vitest'
import { evaluate, expectValues } from './test-feel.ts'

describe('lists', () => {
  it('are picked from by place and by condition', () => {
    expectValues(
      {
        '[1, 2, 3][1]': 1,
        '[1, 2, 3][-1]': 3,
        '[1, 2, 3][0]': null,
        '[1, 2, 3][4]': null,
        '[1, 2, 3][item >= 2]': [2, 3],
        '[1, 2, 3][true]': [1, 2, 3],
        '[][1]': null,
        '100[1]': 100,
        '100[false]': [],
        'null[true]': null,
        '[1, 2, 3][null]': [],
        '[1, 2, 3]["a"]': null,
        '[1, 2, 3][string(item)]': null,
        '[1, 2, 3][if item > 1 then "a" else true]': null,
        '[]["a"]': null,
        '[{a: 1}, {a: 2}][a = 2].a': [2],
        '[{item: 1}, {item: 2}][item > 1]': [{ item: 2 }],
        '[{a: 1}, {b: 2}].a': [1, null],
        '[1, 2, 3][i]': 2,
        '[{a: 1}, {a: 2}][some x in [2, 3] satisfies x = a]': [{ a: 2 }],
      },
      { i: 2 },
    )
  })

  it('have the functions of the standard', () => {
    expectValues({
      'list contains([1, null], null)': true,
      'count([1, null])': 2,
      'count(1)': 1,
      'count(null)': null,
      'sublist([1, 2, 3], 2)': [2, 3],
      'sublist([1, 2, 3], -2, 1)': [2],
      'sublist([1, 2, 3], 2, 5)': null,
      'append([1], 2, [3])': [1, 2, [3]],
      'append(1, 2)': [1, 2],
      'concatenate([1], [2, 3], 4)': [1, 2, 3, 4],
      'insert before([1, 3], 2, 2)': [1, 2, 3],
      'insert before([1, 3], 5, 2)': null,
      'remove([1, 2, 3], -1)': [1, 2],
      'remove([1], 0)': null,
      // DMN 1.5, 10.3.4.4: a place or a function that finds what is replaced.
      'list replace([1, 2, 3], 2, 9)': [1, 9, 3],
      'list replace([1, 2, 3], function(item, newItem) item < newItem, 3)': [3, 3, 3],
      'list replace([1, 2], function(item) true, 3)': null,
      'list replace([1, 2], function(a, b) null, 3)': null,
      'list replace(list: [1], match: function(a, b) true, newItem: 2)': [2],
      'list replace(list: [1, 2], position: -1, newItem: 9)': [1, 9],
      'list replace(list: [1, 2], match: 1, newItem: 9)': null,
      'list replace(list: [1, 2], position: function(a, b) true, newItem: 9)': null,
      'list replace(list: [1, 2], newItem: 9)': null,
      'reverse([1, 2])': [2, 1],
      'index of([1, 2, 1], 1)': [1, 3],
      'union([1, 2], [2, 3])': [1, 2, 3],
      'distinct values([1, 1.0, "1", null, null, [1], [1]])': [1, '1', null, [1]],
      'flatten([[1, [2]], 3])': [1, 2, 3],
      'sort([3, 1, 2], function(a, b) a < b)': [1, 2, 3],
      'sort([3, 1], function(a) true)': null,
      'duplicate values([1, 2, 1])': [1],
      'duplicate values([1.5, "1.5", [2], 1.50, [1], [2], @"2024-01-01", "2024-01-01", @"2024-01-01"])': [
        1.5,
        [2],
        '2024-01-01',
      ],
      'partition([1, 2, 3], 2)': [[1, 2], [3]],
      'is empty([])': true,
    })
  })

  it('report many prices apart, and do not compare many long texts for nothing', () => {
    const prices = Array.from({ length: 10_000 }, (_, index) => index / 100)
    expect(evaluate('count(distinct values(prices))', { prices })).toBe(10_000)
    const texts = Array.from({ length: 300 }, (_, index) => `${'a'.repeat(20_000)}${1000 + index}`)
    for (const call of [
      'distinct values(texts)',
      'duplicate values(texts)',
      'context(for t in texts return {key: t, value: 1})',
    ])
      expect(() => evaluate(call, { texts })).toThrow('Expected at most 10000000 units of work')
  })

  it('are summed up', () => {
    expectValues({
      'min([3, 1, 2])': 1,
      'max("a", "c", "b")': 'c',
      'min(@"2024-01-01", @"2023-01-01")': '2023-01-01',
      'max([1, "a"])': null,
      'min([])': null,
      'sum([0.1, 0.2])': 0.3,
      'sum(@"P1D", @"P2D")': 'P3D',
      'sum([])': null,
      'sum([1, null])': null,
      'mean(1, 2, 3, 4)': 2.5,
      'mean(@"P1D", @"P3D")': 'P2D',
      'product([2, 3, 4])': 24,
      'median([8, 2, 5, 7])': 6,
      'median([])': null,
      'decimal(stddev(2, 4, 7, 5), 6)': 2.081666,
      'stddev(47)': null,
      'mode([6, 1, 9, 6, 1])': [1, 6],
      'mode([])': [],
      'all([true, null])': null,
      'all([false, null])': false,
      'all([])': true,
      'any(true, null)': true,
      'any([])': false,
      'any(1)': null,
    })
  })

  it('are walked over', () => {
    expectValues({
      'for x in [1, 2], y in [x, 10] return x * y': [1, 10, 4, 20],
      'for i in 1..4 return if i <= 2 then 1 else partial[-1] + partial[-2]': [1, 1, 2, 3],
      'for i in 3..1 return i': [3, 2, 1],
      'for i in [1..4) return i': [1, 2, 3],
      'for d in @"2024-02-28"..@"2024-03-01" return day of year(d)': [59, 60, 61],
      'for i in 5 return i': [5],
      'for i in null return i': null,
      'for i in 1..2 return partial': [[], [[]]],
      'some x in [1, 2] satisfies x > 1': true,
      'every x in [1, 2], y in [1, 2] satisfies x + y > 2': false,
      'every x in [] satisfies false': true,
      'some x in [1, null] satisfies x > 1': null,
      'some x in [1, null, 3] satisfies x > 1': true,
      'some x in ["a", 2] satisfies if x = 2 then true else "no boolean"': null,
    })
  })

  it('stop loops that have too many turns', () => {
    expect(() => evaluate('for i in 1..1000000000 return i')).toThrow('Expected at most 1000000 items in a list')
    expect(() => evaluate('some i in 1..1000000000 satisfies i < 0')).toThrow('Expected at most 10000000 units of work')
    expect(() => evaluate('for i in 1..1000000 return count(partial)')).toThrow(
      'Expected at most 10000000 units of work',
    )
  })
})

describe('contexts', () => {
  it('see their earlier entries and any key', () => {
    expectValues({
      '{a: 1 + 2, b: a + 3}': { a: 3, b: 6 },
      '{foo+bar: "x"}.foo+bar': 'x',
      '{foo + bar: "x"}.foo+bar': 'x',
      '{"": 1}': { '': 1 },
      '{a: 1, a: 2}': null,
      '{a: {b: 1}}.a.b': 1,
      '{a: 1}.b': null,
      'null.b': null,
      '1.b': null,
      '{"__proto__": 1}.__proto__': 1,
      '{}.constructor': null,
    })
  })

  it('have the functions of the standard', () => {
    expectValues({
      'get value({a: {b: 3}}, "a")': { b: 3 },
      'get value({a: {b: 3}}, ["a", "b"])': 3,
      'get value({a: 1}, "b")': null,
      'get entries({a: 1})': [{ key: 'a', value: 1 }],
      'context([{key: "a", value: 1}, {key: "b", value: null}])': { a: 1, b: null },
      'context([{key: "a", value: 1}, {key: "a", value: 2}])': null,
      'context put({a: 1}, "a", 2)': { a: 2 },
      'context put({a: {b: 1}}, ["a", "c"], 2)': { a: { b: 1, c: 2 } },
      'context put({a: 1}, ["a", "c"], 2)': null,
      'context put({a: 1}, [], 2)': null,
      'context merge([{a: 1}, {a: 2, b: 3}])': { a: 2, b: 3 },
      'context merge([{a: 1}, 2])': null,
      '{a: 1} = {a: 1.0}': true,
      '{a: 1} = {b: 1}': false,
    })
  })
})

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions are written like that
import { describe, expect, test } from 'vitest'
import { compileUel } from '../index.ts'
import { createTestScope, testNow } from '../test-scope.ts'
import { evaluateUel, failUel } from '../test-uel.ts'

describe('functions of Camunda', () => {
  test('now() is the instant of the step', () => {
    expect(evaluateUel('${now()}')).toEqual(testNow)
  })

  test('currentUser() is who caused the step, or null', () => {
    expect(evaluateUel('${currentUser()}')).toBe('demo')
    expect(evaluateUel('${currentUser()}', { ...createTestScope(), userId: null })).toBeNull()
  })

  test('currentUserGroups() asks the authentication of the scope, and is empty without one', () => {
    const authentication = { properties: { groupIds: () => ['sales'] }, methods: {} }
    expect(evaluateUel('${currentUserGroups()}', createTestScope({}, { authentication }))).toEqual(['sales'])
    expect(evaluateUel('${currentUserGroups()}')).toEqual([])
  })
})

describe('functions of Flowable', () => {
  const variables = {
    n: 5,
    f: 2.5,
    s: 'hello',
    list: ['a', 2],
    none: null,
    blank: '',
    no: [],
    map: {},
    when: testNow,
    b: new Uint8Array([1, 2]),
  }

  test.each([
    ['vars:get(n)', 5],
    ["vars:get('n')", 5],
    ['variables:get("n")', 5],
    ['var:get(missing)', null],
    ['vars:getOrDefault(missing, 7)', 7],
    ['vars:getOrDefault(none, 7)', 7],
    ['vars:getOrDefault(n, 7) > 4', true],
    ['vars:getOrDefaultIfNotExist(none, 7)', null],
    ['vars:getOrDefaultIfNotExist(missing, 7)', 7],
    ['vars:exists(n)', true],
    ['vars:exist(missing)', false],
    ['vars:exists(none)', false],
    ['vars:isEmpty(missing)', true],
    ['variables:empty(blank)', true],
    ['vars:isEmpty(no)', true],
    ['vars:isEmpty(map)', false],
    ['vars:isNotEmpty(s)', true],
    ['vars:notEmpty(no)', false],
    ['vars:equals(n, 5)', true],
    ['vars:eq(n, 5.9)', true],
    ["vars:eq(n, '5')", false],
    ['vars:eq(missing, null)', true],
    ['vars:ne(n, 5)', false],
    ['vars:notEquals(missing, 5)', true],
    ['vars:lt(n, 6)', true],
    ['vars:lessThan(n, 5)', false],
    ['vars:lowerThan(n, 6)', true],
    ['vars:lte(n, 5)', true],
    ['vars:lessThanOrEquals(f, 2.4)', false],
    ['vars:gt(n, 4)', true],
    ['vars:greaterThan(missing, 4)', false],
    ['vars:gte(n, 5)', true],
    ['vars:greaterThanOrEquals(n, 6)', false],
    ['vars:lt(s, "world")', true],
    ['vars:lte(when, now())', true],
    ["vars:contains(s, 'ell', 'o')", true],
    ["vars:contains(s, 'ell', 'x')", false],
    ["var:contains(list, 'a', 2)", true],
    ["vars:contains(list, 'a', 3)", false],
    ["vars:containsAny(list, 'z', 2)", true],
    ["vars:containsAny(s, 'z', 'y')", false],
    ['vars:contains(missing, 1)', false],
    ["vars:get(execution, 'n')", 5],
    ['vars:base64(s)', 'aGVsbG8='],
    ['vars:base64(b)', 'AQI='],
    ['date:format(when)', '2024-01-31T10:20:30.400Z'],
    ["date:format('x')", 'x'],
  ])('%s is %j', (source, expected) => {
    expect(evaluateUel(`\${${source}}`, variables)).toEqual(expected)
  })

  test('values that have no common order are an error', () => {
    expect(failUel("${vars:lt(n, 'x')}", variables).message).toContain('order')
  })
})

describe('dateTime()', () => {
  const calculate = (source: string, timeZone = 'UTC') => {
    const compiled = compileUel(`\${${source}}`, { timeZone })
    if (!compiled.ok) throw new Error(compiled.problems[0]?.message)
    return compiled.expression.evaluate(createTestScope())
  }

  test('names the day of the zone within a text, and stays the same instant', () => {
    const compiled = compileUel('Due: ${due}', { timeZone: 'Europe/Berlin' })
    if (!compiled.ok) throw new Error(compiled.problems[0]?.message)
    const due = new Date('2026-10-12T22:00:00.000Z')
    expect(compiled.expression.evaluate(createTestScope({ due }))).toBe('Due: 2026-10-13T00:00:00.000+02:00')
  })

  test('is a plain date as the value of an expression', () => {
    expect(calculate('dateTime()')).toEqual(testNow)
  })

  test.each([
    ['dateTime().plusMonths(1)', '2024-02-29T10:20:30.400Z'],
    ['dateTime().plusYears(1).plusMonths(1)', '2025-02-28T10:20:30.400Z'],
    ['dateTime().minusMonths(2)', '2023-11-30T10:20:30.400Z'],
    ['dateTime().plusWeeks(1)', '2024-02-07T10:20:30.400Z'],
    ['dateTime().plusDays(2).toDate()', '2024-02-02T10:20:30.400Z'],
    ['dateTime().minusDays(31)', '2023-12-31T10:20:30.400Z'],
    ['dateTime().plusHours(14)', '2024-02-01T00:20:30.400Z'],
    ['dateTime().plusMinutes(40)', '2024-01-31T11:00:30.400Z'],
    ['dateTime().plusSeconds(30).plusMillis(600)', '2024-01-31T10:21:01.000Z'],
    ['dateTime().withTimeAtStartOfDay()', '2024-01-31T00:00:00.000Z'],
    ['dateTime().withMonthOfYear(2)', '2024-02-29T10:20:30.400Z'],
    ['dateTime().withDayOfMonth(1).withHourOfDay(8)', '2024-01-01T08:20:30.400Z'],
    ['dateTime().withDayOfWeek(1)', '2024-01-29T10:20:30.400Z'],
    ['dateTime().withTime(1, 2, 3, 4)', '2024-01-31T01:02:03.004Z'],
    ['dateTime().withDate(2023, 3, 4)', '2023-03-04T10:20:30.400Z'],
    ['dateTime().withDayOfYear(1)', '2024-01-01T10:20:30.400Z'],
  ])('%s is %s', (source, expected) => {
    expect(calculate(source)).toEqual(new Date(expected))
  })

  test.each([
    ['dateTime().getMonthOfYear()', 1],
    ['dateTime().dayOfMonth', 31],
    ['dateTime().getDayOfWeek()', 3],
    ['dateTime().weekOfWeekyear', 5],
    ['dateTime().getYear()', 2024],
    ['dateTime().hourOfDay', 10],
    ['dateTime().getMinuteOfDay()', 620],
    ['dateTime().getMillis()', testNow.getTime()],
    ['dateTime().isBefore(dateTime().plusDays(1))', true],
    ['dateTime().isAfter(now())', false],
    ['dateTime().plusDays(1).isAfterNow()', true],
    ['dateTime().isEqual(now())', true],
    ['dateTime() < dateTime().plusMillis(1)', true],
    ['dateTime() == dateTime()', true],
    ['dateTime().toString()', '2024-01-31T10:20:30.400Z'],
    ["dateTime().toString('yyyy-MM-dd')", '2024-01-31'],
    ['dateTime().toString("EEE, d MMM yy hh:mm:ss a \'at\' Z")', 'Wed, 31 Jan 24 10:20:30 AM at +0000'],
    ["dateTime().toString('EEEE MMMM D H:m:s.SSS ZZ xxxx-ww e')", 'Wednesday January 31 10:20:30.400 +00:00 2024-05 3'],
  ])('%s is %j', (source, expected) => {
    expect(calculate(source)).toBe(expected)
  })

  test('keeps the clock over a change of the zone’s time, and counts its days', () => {
    expect(calculate('dateTime().toString()', 'Europe/Berlin')).toBe('2024-01-31T11:20:30.400+01:00')
    expect(calculate('dateTime().plusMonths(6).toString()', 'Europe/Berlin')).toBe('2024-07-31T11:20:30.400+02:00')
    expect(calculate('dateTime().withTimeAtStartOfDay()', 'America/New_York')).toEqual(new Date('2024-01-31T05:00:00Z'))
    expect(calculate('now().getHours()', 'Asia/Tokyo')).toBe(19)
  })

  test.each([
    'dateTime().withDayOfMonth(32)',
    'dateTime().withMonthOfYear(13)',
    'dateTime().withHourOfDay(24)',
    'dateTime().plusYears(1000000)',
    "dateTime().toString('b')",
    'dateTime().withDayOfWeek(8)',
    'dateTime().plusDays()',
  ])('%s is an error', (source) => {
    const compiled = compileUel(`\${${source}}`)
    expect(() => compiled.ok && compiled.expression.evaluate(createTestScope())).toThrow(/^Expected .*, but .*\.$/)
  })
})

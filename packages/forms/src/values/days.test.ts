import { expect, test } from 'vitest'
import { prepareExpressions } from '../expressions/form-expressions.ts'
import { formFeel } from '../feel.ts'
import { Filling } from '../filling/filling.ts'
import { buildContext, buildForm } from '../testing/build-form.ts'
import { openValues } from './open-values.ts'
import { readSubmission } from './read-submission.ts'
import { readValues } from './read-values.ts'
import { toVariables } from './to-variables.ts'

const form = buildForm(
  [
    { type: 'date', key: 'd' },
    { type: 'date-time', key: 't' },
    { type: 'date', key: 'next', computed: '=due' },
    { type: 'date', key: 'first', defaultValue: '=today()' },
    {
      type: 'repeater',
      key: 'l',
      children: [
        { type: 'date', key: 'inlist' },
        { type: 'date-time', key: 'at' },
      ],
    },
  ],
  {},
  formFeel,
)

/** A reader of the installation, at 23:30 of 12 October in Berlin. */
function readBy(timeZone: string, dayZone: string) {
  const expressions = prepareExpressions(form, formFeel)
  const variables = { due: new Date(dayZone === 'Africa/Cairo' ? '2024-04-25T22:00:00Z' : '2026-10-12T22:00:00Z') }
  return buildContext(form, { timeZone, dayZone, expressions, variables, now: new Date('2026-10-12T21:30:00Z') })
}

test.each([
  ['Europe/Berlin', '2026-10-13', '2026-10-12T22:00:00.000Z'],
  ['Pacific/Auckland', '2026-10-13', '2026-10-12T11:00:00.000Z'],
  ['America/Los_Angeles', '2026-10-13', '2026-10-13T07:00:00.000Z'],
  ['Asia/Kathmandu', '2026-10-13', '2026-10-12T18:15:00.000Z'],
  ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z'],
  ['Africa/Cairo', '2024-04-26', '2024-04-25T22:00:00.000Z'],
])('where days begin in %s, %s is one day for every reader', (dayZone, day, instant) => {
  const readers = ['Pacific/Auckland', 'Europe/Berlin', 'America/Los_Angeles', 'Asia/Kathmandu']
  for (const [index, timeZone] of readers.entries()) {
    const writer = readBy(timeZone, dayZone)
    const entry = day.split('-').reverse().join('/')
    const sent = readSubmission(form, { d: entry, l: [{ inlist: entry }] }, { current: {}, context: writer })
    if (!sent.ok) throw new Error(JSON.stringify(sent.problems))
    const { variables } = toVariables(form, sent.values, { context: writer })
    expect(variables.find(({ name }) => name === 'd')?.value).toBe(instant)

    const reader = readBy(readers[(index + 1) % readers.length] ?? '', dayZone)
    const before = Object.fromEntries(variables.map((one) => [one.name, one]))
    const current = openValues(form, before, reader)
    expect(current).toMatchObject({ d: day, l: [{ inlist: day }] })
    const again = readSubmission(form, JSON.parse(JSON.stringify(current)), { current, context: reader })
    if (!again.ok) throw new Error(JSON.stringify(again.problems))
    const opened = readValues(form, current, reader).values
    expect(toVariables(form, again.values, { context: reader, before, opened }).variables).toMatchObject([
      // The default was not sent the first time.
      { name: 'first' },
    ])
  }
})

test('what is calculated from a date, and today, are the same days for every reader', () => {
  for (const timeZone of ['Pacific/Auckland', 'America/Los_Angeles']) {
    const values = openValues(form, {}, readBy(timeZone, 'Europe/Berlin'))
    const filling = new Filling({ form, values, context: readBy(timeZone, 'Europe/Berlin') })
    expect(filling.findInstance(['next'])?.value).toBe('2026-10-13')
    expect(filling.findInstance(['first'])?.value).toBe('2026-10-12')
  }
})

test('a time is one instant, shown in the zone of its reader; a text without an offset is of the installation', () => {
  const text = '2026-10-13T09:30'
  const before = {
    t: { type: 'String', value: text },
    l: { type: 'Json', value: JSON.stringify([{ at: text }]) },
  }
  for (const timeZone of ['Pacific/Auckland', 'America/Los_Angeles']) {
    const instant = '2026-10-13T07:30:00.000Z'
    const opened = openValues(form, before, readBy(timeZone, 'Europe/Berlin'))
    expect(opened).toMatchObject({ t: instant, l: [{ at: instant }] })
  }
})

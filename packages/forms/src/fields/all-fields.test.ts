import { describe, expect, test } from 'vitest'
import type { FieldType } from '../document/types.ts'
import { prepareExpressions } from '../expressions/form-expressions.ts'
import { formFeel } from '../feel.ts'
import { Filling } from '../filling/filling.ts'
import { buildContext, buildForm } from '../testing/build-form.ts'
import type { FieldSample } from '../testing/field-sample.ts'
import { fieldSamples } from '../testing/field-samples.ts'
import { openValues } from '../values/open-values.ts'
import { readSubmission } from '../values/read-submission.ts'
import { toVariables } from '../values/to-variables.ts'
import { getFieldDefinition, toEntry } from './registry.ts'

const samples = Object.entries(fieldSamples) as unknown as [FieldType, FieldSample][]
const entered = samples.filter(([type]) => getFieldDefinition(type).isClosed !== true)

function formOf(type: FieldType, more: Readonly<Record<string, unknown>> = {}) {
  const form = buildForm([{ type, key: 'field', ...fieldSamples[type as 'currency'].props, ...more }], {}, formFeel)
  return { form, context: buildContext(form, { expressions: prepareExpressions(form, formFeel) }) }
}

/** What the browser says of an entry, and what the server says of the same sent by hand. */
function judge(type: FieldType, entry: unknown, more: Readonly<Record<string, unknown>> = {}) {
  const { form, context } = formOf(type, more)
  const opened = openValues(form, {}, context)
  const filling = new Filling({ form, values: opened, context })
  const instance = filling.findInstance(['field'])
  if (instance === null) throw new Error('Expected the field in its form, but it is not there.')
  filling.setEntry(instance, entry)
  const sent = readSubmission(form, { field: entry }, { current: opened, context })
  return {
    browser: filling.listProblems().map(({ code }) => code),
    server: sent.ok ? [] : sent.problems.map(({ code }) => code),
    written: sent.ok ? toVariables(form, sent.values, { context }).variables : null,
  }
}

describe.each(samples)('%s', (type, sample) => {
  test('is read, shown as data and written as variables', () => {
    const { form, context } = formOf(type)
    const definition = getFieldDefinition(type)
    const [field] = form.data
    if (field?.kind !== 'field') throw new Error('Expected a field, but the form has none.')
    const read = definition.read(sample.entry, field.props, context)
    if (!read.ok || read.value === null) throw new Error(`Expected a value, but ${JSON.stringify(read)}.`)
    expect(definition.present(read.value, field.props, context)).toBe(sample.shown)
    expect(judge(type, sample.entry)).toMatchObject({ server: [], written: sample.variables })
    // What JSON carries, and what stands in the input, is read as the same value.
    for (const again of [
      JSON.parse(JSON.stringify(definition.toJson(read.value))),
      toEntry(field, read.value, context),
    ])
      if (definition.isSecret !== true) expect(definition.read(again, field.props, context)).toEqual(read)
  })

  test('comes back from its variable', () => {
    const { form, context } = formOf(type)
    const [variable] = sample.variables
    const definition = getFieldDefinition(type)
    if (variable === undefined || definition.holdsFiles === true || definition.standsAlone === true) return
    const opened = openValues(form, { [variable.name]: variable }, context)
    const { value } = new Filling({ form, values: opened, context }).findInstance(['field']) ?? {}
    expect(toVariables(form, { field: value ?? null }, { context }).variables).toEqual(sample.variables)
  })

  test.each(sample.wrong)('refuses %j, in the browser and when it is sent by hand', (entry, code) => {
    const { browser, server } = judge(type, entry)
    expect(server).toEqual([code])
    if (getFieldDefinition(type).isClosed !== true) expect(browser).toEqual([code])
  })

  test.each([
    null,
    '',
    [],
    {},
    7,
    -1,
    true,
    'x',
    '\u0000',
    '\uD800',
    [null],
    [[]],
    { a: [] },
    1e300,
    '9'.repeat(5_000),
  ])('says the same of %j on both sides, whatever it is', (entry) => {
    const { browser, server } = judge(type, entry)
    if (getFieldDefinition(type).isClosed === true) return
    expect(server).toEqual(browser)
  })
})

describe.each(entered)('%s', (type, { entry }) => {
  test('required, it wants a value', () => {
    const wanted = [getFieldDefinition(type).requiredFault?.code ?? 'value.required']
    for (const nothing of [null, ''])
      if (type !== 'variables' && type !== 'file' && type !== 'image')
        expect(judge(type, nothing, { required: true })).toMatchObject({ browser: wanted, server: wanted })
    expect(judge(type, null, { required: true })).toMatchObject({ browser: wanted, server: wanted })
    expect(judge(type, entry, { required: true })).toMatchObject({ browser: [], server: [] })
  })

  test('read only or disabled, another value is refused', () => {
    for (const closed of [{ readOnly: true }, { enabled: false }])
      expect(judge(type, entry, closed)).toMatchObject({ browser: [], server: ['value.not-writable'] })
  })

  test('hidden, whatever is sent of it is dropped', () => {
    expect(judge(type, entry, { visible: false })).toMatchObject({ browser: [], server: [], written: [] })
  })
})

import { screen } from '@testing-library/react'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { FieldProps } from './field-props.ts'

const drawn: string[] = []
// Files share what they import: here what draws is loaded anew, over a field that counts, and forgotten after it.
vi.resetModules()
vi.doMock('./fields/text-field.tsx', () => ({ TextField: CountingField }))
const { formFeel } = await import('@millrace/forms/feel')
const { compileForm } = await import('./testing/compile-form.ts')
const { renderForm, renderFormWithExpressions } = await import('./testing/render-form.tsx')

function CountingField({ field, entry, onEntry, instance }: FieldProps) {
  const name = `${field.key}${instance.row.id}`
  drawn.push(name)
  const text = entry === null ? '' : String(entry)
  return <input aria-label={name} value={text} onChange={(event) => onEntry(event.currentTarget.value)} />
}

beforeEach(() => {
  drawn.length = 0
})
afterAll(() => {
  vi.doUnmock('./fields/text-field.tsx')
  vi.resetModules()
})

test('of a thousand fields a key press draws the one, and those whose rules turn', async () => {
  const form = compileForm(
    Array.from({ length: 1_000 }, (_, index) => ({
      type: 'text',
      key: `f${index}`,
      required: index === 700 ? '=f500 = "x"' : false,
      enabled: index === 701 ? '=f500 != "y"' : true,
    })),
    formFeel,
  )
  const { user } = await renderFormWithExpressions(form)
  expect(drawn).toHaveLength(1_000)
  drawn.length = 0
  await user.type(screen.getByRole('textbox', { name: 'f500' }), 'x')
  expect(drawn).toEqual(['f500', 'f700'])
})

test('a key press in a row draws the field of that row, another row draws only itself', async () => {
  const rows = Array.from({ length: 100 }, (_, index) => ({ a: `${index}`, b: '' }))
  const list = {
    type: 'repeater',
    key: 'rows',
    children: [
      { type: 'text', key: 'a' },
      { type: 'text', key: 'b' },
    ],
  }
  const { user } = renderForm([list], { values: { rows } })
  drawn.length = 0
  await user.type(screen.getByRole('textbox', { name: 'ar50' }), 'x')
  expect(drawn).toEqual(['ar50'])
  drawn.length = 0
  await user.click(screen.getByRole('button', { name: 'Remove Row 1 of rows' }))
  expect(drawn).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Move Row 1 of rows down' }))
  expect(drawn).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Add row: rows' }))
  expect(drawn).toEqual(['ar101', 'br101'])
})

import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderForm } from '../testing/render-form.tsx'

const added = { type: 'variables', key: 'millrace:added', label: 'Add values', reserved: ['supplier'] }

test('values are added by name, type and value, and submitted typed', async () => {
  const { user, submit, submitted, findViolations } = renderForm([added])
  const add = screen.getByRole('button', { name: 'Add value' })
  await user.click(add)
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name 1' }))
  await user.type(screen.getByRole('textbox', { name: 'Name 1' }), 'approver')
  await user.type(screen.getByRole('textbox', { name: 'Value 1' }), 'Ines')
  await user.click(add)
  await user.type(screen.getByRole('textbox', { name: 'Name 2' }), 'account')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type 2' }), 'Whole number')
  await user.type(screen.getByRole('textbox', { name: 'Value 2' }), '9007199254740993')
  await user.click(add)
  await user.type(screen.getByRole('textbox', { name: 'Name 3' }), 'approved')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type 3' }), 'Yes or no')
  await user.click(screen.getByRole('checkbox', { name: 'Value 3' }))
  expect(await findViolations()).toEqual([])
  await submit()
  expect(submitted).toEqual([
    {
      'millrace:added': [
        { name: 'approver', type: 'String', value: 'Ines' },
        { name: 'account', type: 'Long', value: '9007199254740993' },
        { name: 'approved', type: 'Boolean', value: true },
      ],
    },
  ])
})

test('each row shows its own error, and the first takes the focus', async () => {
  const { user, submit, submitted, findViolations } = renderForm([added])
  const add = screen.getByRole('button', { name: 'Add value' })
  await user.click(add)
  await user.type(screen.getByRole('textbox', { name: 'Name 1' }), 'Approver')
  await user.click(add)
  await user.type(screen.getByRole('textbox', { name: 'Name 2' }), 'SUPPLIER')
  await submit()
  expect(submitted).toEqual([])
  const name = screen.getByRole('textbox', {
    name: 'Name 2',
    description: 'The name “SUPPLIER” is already used. Choose another name.',
  })
  expect(document.activeElement).toBe(name)
  expect(await findViolations()).toEqual([])
})

test('an unreadable value is reported in its row', async () => {
  const { user } = renderForm([added])
  await user.click(screen.getByRole('button', { name: 'Add value' }))
  await user.type(screen.getByRole('textbox', { name: 'Name 1' }), 'amount')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type 1' }), 'Decimal number')
  await user.type(screen.getByRole('textbox', { name: 'Value 1' }), 'ten')
  await user.tab()
  expect(screen.getByRole('textbox', { name: 'Value 1', description: 'Enter a number such as 9,540.00.' })).toBeTruthy()
})

test('rows can be removed, from the middle too', async () => {
  const rows = ['a', 'b', 'c'].map((name) => ({ name, type: 'String', value: name }))
  const { user, submit, submitted } = renderForm([added], { values: { 'millrace:added': rows } })
  await user.click(screen.getByRole('button', { name: 'Remove value 2' }))
  await submit()
  expect(submitted).toEqual([{ 'millrace:added': [rows[0], rows[2]] }])
})

test('read only it names what was added', () => {
  renderForm([{ ...added, readOnly: true }], {
    values: { 'millrace:added': [{ name: 'a', type: 'String', value: 'x' }] },
  })
  expect(screen.getByRole('definition').textContent).toBe('a: x')
})

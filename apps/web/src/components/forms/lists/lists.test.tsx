import { formFeel } from '@millrace/forms/feel'
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { compileForm, type NodeDraft } from '../testing/compile-form.ts'
import { renderForm, renderFormWithExpressions } from '../testing/render-form.tsx'

const people: NodeDraft = {
  type: 'repeater',
  key: 'people',
  label: 'People',
  rowLabel: 'Person',
  addLabel: 'Add person',
  required: true,
  unique: ['name'],
  max: 3,
  children: [
    { type: 'text', key: 'name', label: 'Name', required: true },
    { type: 'checkbox', key: 'lead', label: 'Leads' },
  ],
}
const lines: NodeDraft = {
  ...people,
  type: 'grid',
  key: 'lines',
  label: 'Lines',
  rowLabel: 'Line',
  addLabel: 'Add line',
}
const values = { people: [{ name: 'Ann' }, { name: 'Bo' }], lines: [{ name: 'Ann' }, { name: 'Bo' }] }

const names = () => screen.getAllByRole('textbox').map((input) => (input as HTMLInputElement).value)
const press = (name: string | RegExp) => screen.getByRole('button', { name })

describe.each([
  ['repeater', people, 'people', 'Person', 'People'],
  ['grid', lines, 'lines', 'Line', 'Lines'],
] as const)('a %s', (_type, list, key, word, label) => {
  const add = new RegExp(`^Add ${word.toLowerCase()}`)

  test('shows its rows with labels, and is accessible', async () => {
    const { findViolations } = renderForm([list], { values })
    expect(screen.getByRole('group', { name: /^(People|Lines)/ })).toBeTruthy()
    expect(names()).toEqual(['Ann', 'Bo'])
    expect(screen.getAllByRole('textbox', { name: /^Name/ })).toHaveLength(2)
    expect(screen.getAllByRole('checkbox', { name: 'Leads' })).toHaveLength(2)
    expect(await findViolations()).toEqual([])
  })

  test('takes a new row by the keyboard, where typing continues, up to its limit', async () => {
    const { user, submit, submitted } = renderForm([list], { values: { [key]: [{ name: 'Ann' }] } })
    press(add).focus()
    await user.keyboard('{Enter}')
    expect(screen.getByRole('status').textContent).toBe(`${word} 2 added.`)
    await user.keyboard('Bo')
    expect(names()).toEqual(['Ann', 'Bo'])
    await user.click(press(add))
    await user.keyboard('Cy')
    expect(press(add)).toHaveProperty('disabled', true)
    await submit()
    const rows = ['Ann', 'Bo', 'Cy'].map((name) => ({ name, lead: null }))
    expect(submitted).toEqual([{ [key]: rows }])
  })

  test('removes a row and continues at the next, at the end at the button that adds', async () => {
    const { user } = renderForm([list], { values })
    await user.click(press(`Remove ${word} 1 of ${label}`))
    expect(names()).toEqual(['Bo'])
    expect(document.activeElement).toBe(press(`Remove ${word} 1 of ${label}`))
    expect(screen.getByRole('status').textContent).toBe(`${word} 1 removed.`)
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(press(add))
    expect(screen.getByText('No rows yet.')).toBeTruthy()
  })

  test('moves a row with all that stands in it, and the focus with it', async () => {
    const { user } = renderForm([list], { values: { [key]: [{ name: 'Ann' }, { name: 'Bo' }, { name: 'Cy' }] } })
    const [ann] = screen.getAllByRole('textbox')
    await user.click(press(`Move ${word} 1 of ${label} down`))
    expect(names()).toEqual(['Bo', 'Ann', 'Cy'])
    expect(screen.getAllByRole('textbox')[1]).toBe(ann)
    expect(document.activeElement).toBe(press(`Move ${word} 2 of ${label} down`))
    await user.keyboard('{Enter}')
    expect(names()).toEqual(['Bo', 'Cy', 'Ann'])
    // It can go no further down.
    expect(document.activeElement).toBe(press(`Move ${word} 3 of ${label} up`))
    expect(screen.getByRole('status').textContent).toBe(`Moved to ${word} 3 of 3.`)
  })

  test('leaves the inputs of other rows as they are when a row goes', async () => {
    const { user } = renderForm([list], { values })
    const [, bo] = screen.getAllByRole('textbox')
    await user.click(press(`Remove ${word} 1 of ${label}`))
    expect(screen.getAllByRole('textbox')).toEqual([bo])
    await user.type(bo as HTMLElement, 'b')
    expect(names()).toEqual(['Bob'])
  })

  test('says what is wrong at its row, and goes there', async () => {
    const { submit, user, submitted } = renderForm([list], {
      values: { [key]: [{ name: 'Ann' }, { name: ' ANN ' }, {}] },
    })
    await submit()
    expect(submitted).toEqual([])
    const [, second, third] = screen.getAllByRole('textbox')
    expect(document.activeElement).toBe(second)
    expect(screen.getByText('Repeater inputs must be unique')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toBe(
      `2 fields have errors. Name, row 2 of ${label}: Repeater inputs must be unique Name, row 3 of ${label}: This field is required.`,
    )
    await user.clear(second as HTMLElement)
    await user.type(second as HTMLElement, 'Bo')
    await user.type(third as HTMLElement, 'Cy')
    await submit()
    expect(submitted).toHaveLength(1)
  })

  test('without a row says so in the words of the specification', async () => {
    const { submit, findViolations } = renderForm([list])
    await submit()
    const sentence = `Please provide at least one row for ${label}`
    expect(screen.getByRole('group', { name: new RegExp(`^${label}`), description: sentence })).toBeTruthy()
    expect(document.activeElement).toBe(press(add))
    expect(await findViolations()).toEqual([])
  })

  test('shows what the server found at the row', () => {
    const { showErrors } = renderForm([list], { values })
    showErrors([{ field: `${key}[1].name`, code: 'value.check', params: { message: 'Bo is away.' } }])
    const [, bo] = screen.getAllByRole('textbox')
    expect(screen.getByRole('textbox', { description: 'Bo is away.' })).toBe(bo)
    expect(document.activeElement).toBe(bo)
  })

  test('read only is data, fixed keeps its rows', async () => {
    const { findViolations } = renderForm([list], { values, readOnly: true })
    expect(screen.queryAllByRole('textbox')).toEqual([])
    expect(screen.queryAllByRole('button', { name: /row|Add|Move|Remove/ })).toEqual([])
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      'Ann',
      '–Empty',
      'Bo',
      '–Empty',
    ])
    expect(await findViolations()).toEqual([])
  })

  test('fixed takes values but no other rows', () => {
    renderForm([{ ...list, fixed: true }], { values })
    expect(screen.getAllByRole('textbox')).toHaveLength(2)
    expect(screen.queryAllByRole('button', { name: /^(Add|Move|Remove)/ })).toEqual([])
  })
})

test('rows keep their number for the server, and come back from a draft unchanged', async () => {
  const opened = {
    people: [
      { $row: 0, name: 'Ann' },
      { $row: 1, name: 'Bo' },
    ],
  }
  const { user, drafts, submit, submitted } = renderForm([people], { values: opened })
  await user.click(press('Move Person 2 of People up'))
  await user.click(press(/^Add person/))
  await user.keyboard('Cy')
  const expected = {
    people: [
      { $row: 1, name: 'Bo', lead: null },
      { $row: 0, name: 'Ann', lead: null },
      { name: 'Cy', lead: null },
    ],
  }
  expect(drafts.at(-1)).toEqual(expected)
  await submit()
  expect(submitted).toEqual([expected])
})

describe('a list in a list in a tab', () => {
  const orders = compileForm(
    [
      {
        type: 'tabs',
        label: 'Order',
        children: [
          {
            type: 'tab',
            label: 'Lines',
            children: [
              {
                type: 'repeater',
                key: 'orders',
                label: 'Orders',
                rowLabel: 'Order',
                children: [
                  { type: 'text', key: 'supplier', label: 'Supplier', required: true },
                  {
                    type: 'repeater',
                    key: 'lines',
                    label: 'Lines',
                    rowLabel: 'Line',
                    children: [
                      { type: 'number', key: 'price', label: 'Price' },
                      { type: 'number', key: 'count', label: 'Count' },
                      { type: 'number', key: 'sum', label: 'Sum', computed: '=price * count' },
                    ],
                  },
                  { type: 'number', key: 'total', label: 'Total', computed: '=sum(lines.sum)' },
                ],
              },
            ],
          },
          {
            type: 'tab',
            label: 'Total',
            children: [
              {
                ...{ type: 'number', key: 'all', label: 'All', computed: '=sum(orders.total)' },
                ...{ check: '=all <= 100', checkMessage: 'All orders together cost at most 100.' },
              },
              { type: 'text', key: 'note', label: 'Note', required: true },
            ],
          },
        ],
      },
    ],
    formFeel,
  )
  const opened = {
    orders: [
      { supplier: 'A', lines: [{ price: 2, count: 3 }] },
      { supplier: 'B', lines: [{ price: 5, count: 2 }] },
    ],
  }
  const definitionOf = (term: string) =>
    screen.getAllByText(term, { selector: 'dt' }).map((one) => one.parentElement?.querySelector('dd')?.textContent)

  test('computes while it is typed', async () => {
    const { user, findViolations } = await renderFormWithExpressions(orders, { values: opened })
    expect(definitionOf('Sum')).toEqual(['6', '10'])
    expect(definitionOf('All')).toEqual(['16'])
    const [price] = screen.getAllByRole('textbox', { name: 'Price' })
    await user.clear(price as HTMLElement)
    await user.type(price as HTMLElement, '4')
    expect(definitionOf('Sum')).toEqual(['12', '10'])
    expect(definitionOf('Total')).toEqual(['12', '10'])
    expect(definitionOf('All')).toEqual(['22'])
    expect(await findViolations()).toEqual([])
  })

  test('tabs are chosen by arrow keys', async () => {
    const { user } = await renderFormWithExpressions(orders, { values: opened })
    screen.getByRole('tab', { name: 'Lines' }).focus()
    await user.keyboard('{ArrowRight}')
    expect(screen.getByRole('tab', { name: 'Total' }).getAttribute('aria-selected')).toBe('true')
    expect(screen.getByRole('tabpanel', { name: 'Total' })).toBeTruthy()
  })

  test('opens the tab in which the first error stands, and counts those of each', async () => {
    const { submit } = await renderFormWithExpressions(orders, { values: opened })
    await submit()
    expect(screen.getByRole('tab', { name: 'Total 1 error' }).getAttribute('aria-selected')).toBe('true')
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Note/ }))
  })

  test('shows the validation rule that a computed value breaks beside it', async () => {
    const { user, submit } = await renderFormWithExpressions(orders, { values: { ...opened, note: 'x' } })
    const [price] = screen.getAllByRole('textbox', { name: 'Price' })
    await user.type(price as HTMLElement, '00')
    await submit()
    expect(
      within(screen.getByRole('tabpanel', { name: /Total/, hidden: true })).getByText(
        'All orders together cost at most 100.',
      ),
    ).toBeTruthy()
  })
})

test('rows of a spreadsheet fill a grid from the cell on in which they are pasted', async () => {
  const { user, submit, submitted } = renderForm([
    {
      type: 'grid',
      key: 'g',
      label: 'Parts',
      children: [
        { type: 'text', key: 'item', label: 'Item' },
        { type: 'number', key: 'qty', label: 'Quantity' },
        { type: 'date', key: 'when', label: 'When' },
        { type: 'select', key: 'where', label: 'Where', options: [{ value: 'z', label: 'Zürich' }] },
        { type: 'checkbox', key: 'sure', label: 'Sure' },
      ],
    },
  ])
  await user.click(screen.getByRole('button', { name: /^Add row/ }))
  await user.click(screen.getByRole('textbox', { name: /Item/ }))
  await user.paste('Bolt\t12\t31/12/2026\tZURICH\tyes\r\nNut\t1,250\t01/02/2027\t\tno\r\n')
  await submit()
  expect(submitted).toEqual([
    {
      g: [
        { item: 'Bolt', qty: 12, when: '2026-12-31', where: 'z', sure: true },
        { item: 'Nut', qty: 1250, when: '2027-02-01', where: null, sure: false },
      ],
    },
  ])
})

import { MantineProvider } from '@mantine/core'
import { formFeel } from '@millrace/forms/feel'
import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FinishButton } from '../../form-host/finish-button.tsx'
import { compileForm, type NodeDraft } from '../testing/compile-form.ts'
import { renderForm, renderFormWithExpressions } from '../testing/render-form.tsx'

const name: NodeDraft = { type: 'text', key: 'name', label: 'Name', required: true }
const note: NodeDraft = { type: 'text', key: 'note', label: 'Note' }
const press = (label: string | RegExp) => screen.getByRole('button', { name: label })

test('columns, a table and a fieldset hold their fields and are accessible', async () => {
  const { user, submit, submitted, findViolations } = renderForm([
    {
      type: 'columns',
      children: [
        { type: 'column', children: [name] },
        { type: 'column', children: [note] },
      ],
    },
    {
      type: 'fieldset',
      label: 'Address',
      help: 'As on the letter',
      children: [{ type: 'text', key: 'city', label: 'City' }],
    },
    {
      type: 'table',
      label: 'Days',
      columnLabels: ['Morning', 'Evening'],
      children: [
        {
          type: 'table-row',
          label: 'Monday',
          children: [
            { type: 'checkbox', key: 'm1', label: 'Monday morning' },
            { type: 'checkbox', key: 'm2', label: 'Monday evening' },
          ],
        },
      ],
    },
  ])
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Ines')
  const address = screen.getByRole('group', { name: 'Address' })
  await user.type(within(address).getByRole('textbox', { name: 'City' }), 'Lisbon')
  const table = screen.getByRole('table', { name: 'Days' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Morning', 'Evening'])
  expect(within(table).getByRole('rowheader', { name: 'Monday' })).toBeTruthy()
  await user.click(within(table).getByRole('checkbox', { name: 'Monday evening' }))
  expect(await findViolations()).toEqual([])
  await submit()
  expect(submitted).toEqual([{ name: 'Ines', note: null, city: 'Lisbon', m1: null, m2: true }])
})

test('a collapsible opens by its button, and where something inside is wrong', async () => {
  const { user, submit, findViolations } = renderForm([
    { type: 'collapsible', label: 'More', collapsed: true, children: [name] },
  ])
  const button = press('More')
  expect(button.getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryByRole('textbox')).toBeNull()
  button.focus()
  await user.keyboard('{Enter}')
  expect(screen.getByRole('textbox', { name: /^Name/ })).toBeTruthy()
  await user.keyboard('{Enter}')
  await submit()
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Name/ }))
  expect(press(/^More/).textContent).toContain('1 error')
  expect(await findViolations()).toEqual([])
})

test('of an accordion one part is open', async () => {
  const part = (label: string, child: NodeDraft): NodeDraft => ({ type: 'collapsible', label, children: [child] })
  const { user, submit, findViolations } = renderForm([
    { type: 'accordion', children: [part('First', note), part('Second', name)] },
  ])
  expect(screen.getByRole('textbox', { name: 'Note' })).toBeTruthy()
  await user.click(press('Second'))
  expect(screen.queryByRole('textbox', { name: 'Note' })).toBeNull()
  await user.click(press('First'))
  await submit()
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Name/ }))
  expect(await findViolations()).toEqual([])
})

const wizard = compileForm(
  [
    {
      type: 'pages',
      label: 'Request',
      children: [
        { type: 'page', label: 'Who', children: [name, { type: 'checkbox', key: 'abroad', label: 'Abroad' }] },
        {
          type: 'page',
          label: 'Visa',
          visible: '=abroad',
          children: [{ type: 'text', key: 'visa', label: 'Visa number' }],
        },
        { type: 'page', label: 'Why', children: [{ type: 'text', key: 'why', label: 'Reason', required: true }] },
      ],
    },
  ],
  formFeel,
)

test('pages follow each other once they have no errors, with those that are shown now', async () => {
  const { user, submit, submitted, findViolations } = await renderFormWithExpressions(wizard)
  expect(await screen.findByText('Page 1 of 2')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
  await user.click(press('Next'))
  expect(screen.getByText('This field is required.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Name/ }))
  expect(await findViolations()).toEqual([])
  await user.keyboard('Ines')
  await user.click(screen.getByRole('checkbox', { name: 'Abroad' }))
  expect(screen.getByText('Page 1 of 3')).toBeTruthy()
  await user.click(press('Next'))
  expect(screen.getByRole('heading', { name: 'Visa' })).toBeTruthy()
  expect(document.activeElement?.textContent).toContain('Page 2 of 3')
  await user.tab()
  await user.tab()
  await user.keyboard('V 7')
  await user.click(press('Next'))
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull()
  await user.click(press('Back'))
  await user.click(screen.getByRole('button', { name: 'Who' }))
  await user.click(screen.getByRole('checkbox', { name: 'Abroad' }))
  await submit()
  // What is wrong stands on a page further on: it is turned to.
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Reason/ }))
  await user.keyboard('A visit')
  await submit()
  expect(submitted).toEqual([{ name: 'Ines', abroad: false, why: 'A visit' }])
  expect(await findViolations()).toEqual([])
})

test('as data all pages are shown', async () => {
  await renderFormWithExpressions(wizard, {
    readOnly: true,
    values: { name: 'Ines', abroad: true, visa: 'V 7', why: 'x' },
  })
  expect((await screen.findAllByRole('definition')).map(({ textContent }) => textContent)).toEqual([
    'Ines',
    'Yes',
    'V 7',
    'x',
  ])
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull()
})

test('content is shown, and nothing in it runs', async () => {
  const pixel =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const { container, findViolations } = renderForm([
    { type: 'heading', text: '<b>Request</b>', size: 'large' },
    {
      type: 'html',
      html: '<p>Read the <a href="https://example.org/rules">rules</a> &lt;script&gt;</p><ul><li>one</li></ul>',
    },
    { type: 'separator' },
    { type: 'static-image', source: pixel, alt: 'A plan', width: 100 },
  ])
  expect(screen.getByRole('heading', { name: '<b>Request</b>', level: 3 })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'rules' }).getAttribute('rel')).toBe('noopener noreferrer')
  expect(screen.getByText(/<script>/)).toBeTruthy()
  expect(container.querySelector('script, b')).toBeNull()
  expect(screen.getByRole('separator')).toBeTruthy()
  expect(screen.getByRole('img', { name: 'A plan' })).toBeTruthy()
  expect(await findViolations()).toEqual([])
})

test('buttons send the form with an outcome, work something out, and restored what was opened', async () => {
  const document = compileForm(
    [
      { type: 'number', key: 'net', label: 'Net' },
      { type: 'number', key: 'gross', label: 'Gross', required: true },
      { type: 'button', label: 'Add tax', action: 'compute', target: 'gross', result: '=net * 1.2' },
      { type: 'button', label: 'Begin again', action: 'reset' },
      { type: 'button', label: 'Approve', action: 'submit', outcome: 'approve', visible: '=net > 5' },
    ],
    formFeel,
    { settings: { submitActions: [{ id: 'approve', label: 'Approve' }] } },
  )
  const sent: [unknown, string | null][] = []
  const { user } = await renderFormWithExpressions(document, {
    values: { net: 10 },
    onSubmit: (values, action) => sent.push([values, action]),
  })
  await user.click(await screen.findByRole('button', { name: 'Approve' }))
  expect(sent).toEqual([])
  await user.click(press('Add tax'))
  expect(screen.getByRole('textbox', { name: /^Gross/ })).toHaveProperty('value', '12')
  await user.click(press('Approve'))
  expect(sent).toEqual([[{ net: 10, gross: 12 }, 'approve']])
  await user.click(press('Begin again'))
  expect(screen.getByRole('textbox', { name: /^Gross/ })).toHaveProperty('value', '')
  expect(screen.getByRole('textbox', { name: 'Net' })).toHaveProperty('value', '10')
})

test('options follow the field that they depend on', async () => {
  const { user, submit, submitted } = renderForm([
    {
      type: 'radio',
      key: 'country',
      label: 'Country',
      options: [
        { value: 'pt', label: 'Portugal' },
        { value: 'de', label: 'Germany' },
      ],
    },
    {
      type: 'radio',
      key: 'city',
      label: 'City',
      dependsOn: 'country',
      options: [
        { value: 'lis', label: 'Lisbon', when: ['pt'] },
        { value: 'ber', label: 'Berlin', when: ['de'] },
        { value: 'other', label: 'Another' },
      ],
    },
  ])
  const cities = () =>
    within(screen.getByRole('radiogroup', { name: 'City' }))
      .getAllByRole('radio')
      .map((one) => (one as HTMLInputElement).value)
  expect(cities()).toEqual(['other'])
  await user.click(screen.getByRole('radio', { name: 'Portugal' }))
  expect(cities()).toEqual(['lis', 'other'])
  await user.click(screen.getByRole('radio', { name: 'Lisbon' }))
  await user.click(screen.getByRole('radio', { name: 'Germany' }))
  expect(cities()).toEqual(['ber', 'other'])
  await submit()
  expect(submitted).toEqual([{ country: 'de', city: null }])
})

test('a grid filled in a drawer shows its rows and their sum', async () => {
  const { user, submit, submitted, findViolations } = renderForm(
    [
      {
        type: 'grid',
        key: 'lines',
        label: 'Lines',
        edit: 'drawer',
        required: true,
        totals: ['price'],
        children: [
          { type: 'text', key: 'what', label: 'What', required: true },
          { type: 'currency', key: 'price', label: 'Price', currency: 'EUR' },
        ],
      },
    ],
    { values: { lines: [{ what: 'Paper', price: 0.1 }] } },
  )
  expect(screen.queryByRole('textbox')).toBeNull()
  await user.click(press('Add row: Lines'))
  const drawer = await screen.findByRole('dialog', { name: 'Lines: Row 2' })
  await user.type(within(drawer).getByRole('textbox', { name: /^Price/ }), '0.2')
  await user.type(within(drawer).getByRole('textbox', { name: /^What/ }), 'Ink')
  expect(await findViolations()).toEqual([])
  await user.click(within(drawer).getAllByRole('button', { name: 'Done' }).at(-1) as HTMLElement)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByText('0.30')).toBeTruthy()
  await user.click(press('Edit Row 1 of Lines'))
  const again = await screen.findByRole('dialog', { name: 'Lines: Row 1' })
  await user.clear(within(again).getByRole('textbox', { name: /^What/ }))
  await user.keyboard('{Escape}')
  await submit()
  // A fault in a row opens it.
  expect(await screen.findByRole('dialog', { name: 'Lines: Row 1' })).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: /^What/ }), 'Pens')
  await user.keyboard('{Escape}')
  await submit()
  expect(submitted).toEqual([
    {
      lines: [
        { what: 'Pens', price: 0.1 },
        { what: 'Ink', price: 0.2 },
      ],
    },
  ])
})

test('the button that sends a form with pages opens the next page until the last one', async () => {
  const { user } = renderForm([
    {
      type: 'pages',
      label: 'All',
      children: [
        { type: 'page', label: 'First', children: [name] },
        { type: 'page', label: 'Second', children: [note] },
      ],
    },
  ])
  const { container, rerender } = render(<Finish />)
  const finish = within(container)
  expect(screen.getAllByRole('button', { name: 'Next' })).toHaveLength(1)
  await user.click(finish.getByRole('button', { name: 'Next' }))
  expect(screen.getByRole('textbox', { name: /^Name/, description: 'This field is required.' })).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Ines')
  await user.click(finish.getByRole('button', { name: 'Next' }))
  expect(await screen.findByRole('textbox', { name: 'Note' })).toBeTruthy()
  rerender(<Finish />)
  expect(finish.getByRole('button', { name: 'Start process' })).toBeTruthy()
})

function Finish() {
  const id = document.querySelector('form')?.id ?? ''
  return (
    <MantineProvider>
      <FinishButton formId={id} isReady>
        <button type="submit" form={id}>
          Start process
        </button>
      </FinishButton>
    </MantineProvider>
  )
}

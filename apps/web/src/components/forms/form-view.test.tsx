import { formFeel } from '@millrace/forms/feel'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { compileForm } from './testing/compile-form.ts'
import { renderForm, renderFormWithExpressions } from './testing/render-form.tsx'

const request = [
  {
    type: 'section',
    label: 'Request',
    children: [
      { type: 'text', key: 'supplier', label: 'Supplier', required: true },
      { type: 'number', key: 'amount', label: 'Amount', required: true, min: 1 },
      { type: 'date', key: 'needed', label: 'Needed by' },
    ],
  },
  { type: 'static-text', text: 'Orders over 5,000 EUR need a reason.\nKeep it short.' },
  {
    type: 'section',
    label: 'Your decision',
    children: [
      {
        type: 'radio',
        key: 'decision',
        label: 'Decision',
        required: true,
        options: [
          { value: 'y', label: 'Approve' },
          { value: 'n', label: 'Reject' },
        ],
      },
    ],
  },
]

test('sections, texts and fields stand in order, and one line explains the star', async () => {
  const { findViolations } = renderForm(request)
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Request',
    'Your decision',
  ])
  expect(screen.getByRole('region', { name: 'Request' })).toBeTruthy()
  expect(screen.getByText('Fields marked', { exact: false }).textContent).toBe('Fields marked * are required.')
  expect(await findViolations()).toEqual([])
})

test('a form without required fields explains no star', () => {
  renderForm([
    { type: 'text', key: 'note' },
    { type: 'text', key: 'fixed', required: true, readOnly: true },
  ])
  expect(screen.queryByText('Fields marked', { exact: false })).toBeNull()
})

test('submitting shows every error, informs screen readers and moves the focus to the first', async () => {
  const { submit, submitted, findViolations } = renderForm(request, { values: { amount: 0 } })
  await submit()
  expect(submitted).toEqual([])
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Supplier/ }))
  expect(screen.getByRole('alert').textContent).toBe(
    '3 fields have errors. Supplier: This field is required. Amount: Enter 1 or more. Decision: This field is required.',
  )
  expect(screen.getByRole('textbox', { name: /^Amount/, description: 'Enter 1 or more.' })).toBeTruthy()
  expect(await findViolations()).toEqual([])
})

test('pressing a button below the form does not move it away under the pointer', async () => {
  const { user } = renderForm(request)
  await user.click(screen.getByRole('textbox', { name: /^Supplier/ }))
  await user.pointer({ target: screen.getByRole('heading', { level: 1 }), keys: '[MouseLeft>]' })
  expect(screen.queryByText('This field is required.')).toBeNull()
  await user.pointer({ keys: '[/MouseLeft]' })
  expect(await screen.findByText('This field is required.')).toBeTruthy()
})

test('a second try that fails is reported again', async () => {
  const { submit, user } = renderForm(request, { values: { supplier: 'Brandt', decision: 'y' } })
  await submit()
  const first = screen.getByRole('alert')
  await user.type(screen.getByRole('textbox', { name: /^Amount/ }), '0')
  await submit()
  expect(screen.getByRole('alert')).not.toBe(first)
  expect(screen.getByRole('alert').textContent).toBe('One field has an error. Amount: Enter 1 or more.')
})

test('valid values are submitted typed, with the action of the button', async () => {
  const actions: (string | null)[] = []
  const { user, submitted } = renderForm(request, {
    onSubmit: (values, action) => actions.push(action, String(values.amount)),
  })
  await user.type(screen.getByRole('textbox', { name: /^Supplier/ }), 'Brandt')
  await user.type(screen.getByRole('textbox', { name: /^Amount/ }), '8,140')
  await user.click(screen.getByRole('radio', { name: 'Approve' }))
  const next = Object.assign(document.createElement('button'), { type: 'submit', value: 'next' })
  next.setAttribute('form', 'form')
  document.body.append(next)
  await user.click(next)
  next.remove()
  expect(actions).toEqual(['next', '8140'])
  expect(submitted).toEqual([])
})

test('Enter in a field does not submit, Ctrl Enter does', async () => {
  const { user, submitted } = renderForm([{ type: 'text', key: 'note', label: 'Note' }])
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'x{Enter}')
  expect(submitted).toEqual([])
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(submitted).toEqual([{ note: 'x' }])
})

test('every change gives a draft, however incomplete, that opens as it was left', async () => {
  const { user, drafts } = renderForm(request)
  await user.type(screen.getByRole('textbox', { name: 'Needed by' }), '31/11/2026')
  expect(drafts.at(-1)).toEqual({ supplier: null, amount: null, needed: '31/11/2026', decision: null })
  const reopened = renderForm(request, { id: 'again', values: drafts.at(-1) ?? {} })
  const input = reopened.container.querySelector('#again input[value="31/11/2026"]')
  expect(input).not.toBeNull()
  expect(reopened.container.textContent).toContain('November has 30 days.')
})

test('what the server found is shown at its field until it is changed, or above the form', async () => {
  const { user, showErrors } = renderForm(request, { values: { supplier: 'Brandt' } })
  showErrors([
    { field: 'supplier', code: 'value.check', params: { message: 'This supplier is blocked.' } },
    { field: '', code: 'form.invalid' },
  ])
  const supplier = screen.getByRole('textbox', { name: /^Supplier/, description: 'This supplier is blocked.' })
  expect(document.activeElement).toBe(supplier)
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    'The values of this form could not be read.',
    'One field has an error. Supplier: This supplier is blocked.',
  ])
  await user.type(supplier, ' GmbH')
  expect(screen.queryByText('This supplier is blocked.')).toBeNull()
})

test('read only, the whole form is data and nothing can be submitted', async () => {
  const { submit, submitted, findViolations } = renderForm(request, {
    readOnly: true,
    values: { supplier: 'Brandt', amount: 8140, needed: '2026-12-15', decision: 'y' },
  })
  expect(screen.queryAllByRole('textbox')).toEqual([])
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'Brandt',
    '8,140',
    '15/12/2026',
    'Approve',
  ])
  await submit()
  expect(submitted).toEqual([])
  expect(await findViolations()).toEqual([])
})

test('a task without a form says that it can be completed', async () => {
  const { submit, submitted } = renderForm([])
  expect(screen.getByText('This task has no form. Complete it when the work is done.')).toBeTruthy()
  await submit()
  expect(submitted).toEqual([{}])
})

test('compact, it keeps to one column', () => {
  const { container } = renderForm(request, { compact: true })
  expect(container.querySelector('form')?.dataset.compact).toBe('true')
})

test('another language has its own sentences', async () => {
  const { submit } = renderForm(request, {
    language: { locale: 'de', messages: { 'value.required': 'Bitte ausfüllen.' } },
  })
  await submit()
  expect(screen.getAllByText('Bitte ausfüllen.')).toHaveLength(3)
})

const conditional = compileForm(
  [
    { type: 'number', key: 'amount', label: 'Amount' },
    { type: 'text', key: 'reason', label: 'Reason', visible: '=amount > limit', required: true },
    { type: 'date', key: 'start', label: 'Start' },
    {
      type: 'date',
      key: 'end',
      label: 'End',
      check: '=end >= start',
      checkMessage: 'The end must not come before the start.',
    },
    { type: 'text', key: 'code', label: 'Code', enabled: '=amount > 5', required: '=amount > 6' },
    { type: 'static-text', text: 'Ask your manager.', visible: '=amount > limit' },
  ],
  formFeel,
)
const context = {
  now: new Date('2026-11-24T11:00:00.000Z'),
  timeZone: 'Europe/Berlin',
  userId: 'ines',
  variables: { limit: 100 },
}

test('fields and texts come and go with the values they depend on, and hidden ones are not submitted', async () => {
  const { user, submit, submitted } = await renderFormWithExpressions(conditional, { context })
  const amount = await screen.findByRole('textbox', { name: 'Amount' })
  expect(screen.queryByRole('textbox', { name: /^Reason/ })).toBeNull()
  await user.type(amount, '150')
  await user.type(screen.getByRole('textbox', { name: /^Reason/ }), 'New belt')
  await user.type(screen.getByRole('textbox', { name: /^Code/ }), 'A')
  expect(screen.getByText('Ask your manager.')).toBeTruthy()
  await user.clear(amount)
  await user.type(amount, '50')
  expect(screen.queryByRole('textbox', { name: /^Reason/ })).toBeNull()
  expect(screen.queryByText('Ask your manager.')).toBeNull()
  await submit()
  expect(submitted).toEqual([{ amount: 50, start: null, end: null, code: 'A' }])
})

test('fields are enabled and required as the values say', async () => {
  const { user } = await renderFormWithExpressions(conditional, { context })
  const amount = await screen.findByRole('textbox', { name: 'Amount' })
  const code = () => screen.getByRole('textbox', { name: /^Code/ })
  expect(code()).toHaveProperty('disabled', true)
  await user.type(amount, '6')
  expect(code()).toMatchObject({ disabled: false, required: false })
  await user.clear(amount)
  await user.type(amount, '7')
  expect(code()).toMatchObject({ disabled: false, required: true })
})

test('a rule between two fields is checked whichever of them changes', async () => {
  const { user } = await renderFormWithExpressions(conditional, {
    context,
    values: { start: '2026-11-24', end: '2026-11-23' },
  })
  await user.click(await screen.findByRole('textbox', { name: 'End' }))
  await user.tab()
  expect(screen.getByText('The end must not come before the start.')).toBeTruthy()
  const start = screen.getByRole('textbox', { name: 'Start' })
  await user.clear(start)
  await user.type(start, '20/11/2026')
  expect(screen.queryByText('The end must not come before the start.')).toBeNull()
})

test('a key press draws one field of three hundred', async () => {
  const nodes = Array.from({ length: 300 }, (_, index) => ({ type: 'text', key: `f${index}`, label: `Field ${index}` }))
  const { user, container } = renderForm(nodes)
  const inputs = [...container.querySelectorAll('input')]
  const changed = new Set<Node>()
  const observer = new MutationObserver((records) => {
    for (const { target } of records) changed.add(target)
  })
  observer.observe(container, { subtree: true, attributes: true, childList: true, characterData: true })
  await user.type(inputs[150] as HTMLInputElement, 'x')
  await waitFor(() => expect(changed.size).toBeGreaterThan(0))
  observer.disconnect()
  expect(inputs.filter((input) => input !== inputs[150] && changed.has(input))).toEqual([])
})

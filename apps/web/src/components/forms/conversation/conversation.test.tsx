import { formFeel } from '@millrace/forms/feel'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { compileForm, type NodeDraft } from '../testing/compile-form.ts'
import { renderFormWithExpressions } from '../testing/render-form.tsx'
import { listQuestions } from './list-questions.ts'

const settings = { mode: 'conversational', locales: ['en'], defaultLocale: 'en', submitActions: [] }
const open = (nodes: readonly NodeDraft[], props: Parameters<typeof renderFormWithExpressions>[1] = {}) =>
  renderFormWithExpressions(compileForm(nodes, formFeel, { settings }), props)

const nodes: readonly NodeDraft[] = [
  { type: 'heading', text: 'Welcome' },
  { type: 'text', key: 'name', label: 'Name', required: true },
  {
    type: 'section',
    label: 'Journey',
    children: [
      {
        type: 'radio',
        key: 'by',
        label: 'By',
        options: [
          { value: 'train', label: 'Train' },
          { value: 'car', label: 'Car' },
        ],
      },
      { type: 'text', key: 'plate', label: 'Plate', visible: '=by = "car"' },
      { type: 'textarea', key: 'why', label: 'Why', required: true },
    ],
  },
  { type: 'static-text', text: 'Thank you' },
]

test('one question at a time is asked, answered by Enter and letters, and sent at the end', async () => {
  const { user, submit, submitted, findViolations } = await open(nodes)
  await screen.findByText('Question 1 of 3')
  expect(screen.getByRole('heading', { name: 'Welcome' })).toBeTruthy()
  expect(screen.queryByText('Why')?.closest('[hidden]')).toBeTruthy()
  await user.click(screen.getByRole('textbox', { name: /^Name/ }))
  await user.keyboard('{Enter}')
  expect(screen.getByText('This field is required.')).toBeTruthy()
  await user.keyboard('Ana{Enter}')
  await screen.findByText('Question 2 of 3')
  expect(screen.getAllByText('Journey').some((part) => part.closest('[hidden]') === null)).toBe(true)
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Train' }))
  await user.keyboard('b')
  await screen.findByText('Question 2 of 4')
  expect(await findViolations()).toEqual([])
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Plate' }))
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await user.keyboard('a')
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await screen.findByText('Question 3 of 3')
  expect(screen.getByText('This was the last question.')).toBeTruthy()
  expect(screen.getByText('Thank you')).toBeTruthy()
  await user.keyboard('On{Enter}leave')
  await submit()
  expect(submitted).toEqual([{ name: 'Ana', by: 'train', why: 'On\nleave' }])
})

test('what is wrong elsewhere is asked again', async () => {
  const { user, submit, submitted } = await open(nodes, { values: { name: 'Ana', by: 'train' } })
  await screen.findByText('Question 1 of 3')
  await submit()
  await screen.findByText('Question 3 of 3')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Why/ }))
  expect(submitted).toEqual([])
  await user.keyboard('Leave')
  await submit()
  expect(submitted).toHaveLength(1)
})

test('to be read it is shown whole', async () => {
  await open(nodes, { readOnly: true, values: { name: 'Ana', why: 'Leave' } })
  expect(screen.queryByText(/^Question/)).toBeNull()
  expect(screen.getAllByText('Leave').length).toBeGreaterThan(0)
})

test('lists and tables are one question, and what is computed goes with the next one', () => {
  const { view, rules } = compileForm(
    [
      { type: 'computed', key: 'sum', computed: '=1' },
      { type: 'repeater', key: 'rows', children: [{ type: 'text', key: 'a' }] },
      { type: 'table', children: [{ type: 'table-row', children: [{ type: 'text', key: 'b' }] }] },
      {
        type: 'pages',
        children: [{ type: 'page', label: 'One', children: [{ type: 'text', key: 'c' }] }],
      },
    ],
    formFeel,
  )
  const { questions, after } = listQuestions(view, rules)
  expect(questions.map(({ node, before, parts }) => [node.id, before.length, parts])).toEqual([
    ['n2', 1, []],
    ['n4', 0, []],
    ['n9', 0, ['One']],
  ])
  expect(after).toEqual([])
})

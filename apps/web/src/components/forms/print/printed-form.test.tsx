import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderForm } from '../testing/render-form.tsx'

const dispatch = (event: string) => act(async () => void window.dispatchEvent(new Event(event)))
const paper = () => document.querySelector('form')?.nextElementSibling

const nodes = [
  {
    type: 'pages',
    children: [
      {
        type: 'page',
        label: 'Order',
        children: [
          { type: 'text', key: 'what', label: 'What' },
          {
            type: 'tabs',
            children: ['Now', 'Later'].map((label) => ({ type: 'tab', label, children: [text(label)] })),
          },
        ],
      },
      {
        type: 'page',
        label: 'Delivery',
        children: [{ type: 'collapsible', label: 'Details', collapsed: true, children: [text('Gate')] }],
      },
      { type: 'page', label: 'Customs', visible: false, children: [text('Tariff')] },
    ],
  },
]

function text(label: string) {
  return { type: 'text', key: label.toLowerCase(), label }
}

test('on paper stand all pages, tabs and folds as data, as they are typed, and nothing that is hidden by its rule', async () => {
  const { user } = renderForm(nodes, { values: { now: 'two', later: 'three', gate: 'North' } })
  await user.type(screen.getByRole('textbox', { name: 'What' }), 'Paper')
  expect(paper()?.tagName).not.toBe('DIV')
  await dispatch('beforeprint')
  expect(paper()?.querySelectorAll('input, button, [role=tab], [hidden]')).toHaveLength(0)
  const headings = [...(paper()?.querySelectorAll('h3, h4, h5') ?? [])].map(({ textContent }) => textContent)
  expect(headings).toEqual(['Order', 'Now', 'Later', 'Delivery', 'Details'])
  const values = [...(paper()?.querySelectorAll('dd') ?? [])].map(({ textContent }) => textContent)
  expect(values).toEqual(['Paper', 'two', 'three', 'North'])
  await dispatch('afterprint')
  expect(paper()?.tagName).not.toBe('DIV')
  expect(screen.getByRole('textbox', { name: 'What' })).toHaveProperty('value', 'Paper')
})

test('what the user added by name is printed with its values', async () => {
  const variables = [
    { name: 'weight', type: 'Long', value: '12' },
    { name: 'fragile', type: 'Boolean', value: true },
  ]
  renderForm([{ type: 'variables', key: 'more', label: 'More' }], { values: { more: variables } })
  await dispatch('beforeprint')
  expect(paper()?.querySelector('dd')?.textContent).toBe('weight: 12fragile: Yes')
  await dispatch('afterprint')
})

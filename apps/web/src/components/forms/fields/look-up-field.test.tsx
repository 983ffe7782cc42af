import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { FindChoices } from '../form-view-context.ts'
import { renderForm } from '../testing/render-form.tsx'

const nodes = [
  { type: 'text', key: 'country', label: 'Country' },
  {
    ...{ type: 'rest-look-up', key: 'city', label: 'City', adapter: 'cities' },
    ...{ parameters: ['in=country'], fills: ['people=people', 'name=name'] },
  },
  { type: 'number', key: 'people', label: 'People' },
  { type: 'text', key: 'name', label: 'Name', readOnly: true },
]

/** Answers as the server does, and keeps what it was asked. */
function createSystem() {
  const asked: { q: string; by: string }[] = []
  const findChoices: FindChoices = async ({ q, by }) => {
    asked.push({ q, by })
    if (q === 'away') throw new Error('away')
    return {
      items: [{ id: 'LIS', name: 'Lisbon', columns: { people: '545796', name: 'not for this one' } }],
      isMore: false,
    }
  }
  return { asked, findChoices }
}

const city = () => screen.findByRole('combobox', { name: 'City' })

test('what is chosen is asked by other fields, and fills those that can be filled', async () => {
  const { asked, findChoices } = createSystem()
  const { user, submit, submitted } = renderForm(nodes, { findChoices })
  await user.type(await screen.findByRole('textbox', { name: 'Country' }), 'PT')
  await user.click(await city())
  await user.click(await screen.findByRole('option', { name: 'Lisbon' }))
  expect(asked.at(-1)).toEqual({ q: '', by: '{"in":"PT"}' })
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'People' }).value).toMatch(/^545.?796$/)
  expect(screen.queryByText('not for this one')).toBeNull()
  await submit()
  expect(submitted).toEqual([{ country: 'PT', city: 'LIS', people: 545796 }])
})

test('the choice goes when a field is another that it was asked by', async () => {
  const { findChoices } = createSystem()
  const { user, submit, submitted } = renderForm(nodes, { findChoices })
  await user.click(await city())
  await user.click(await screen.findByRole('option', { name: 'Lisbon' }))
  await user.type(screen.getByRole('textbox', { name: 'Country' }), 'ES')
  await waitFor(async () => expect((await city()).getAttribute('value')).toBe(''))
  await submit()
  expect(submitted[0]).not.toHaveProperty('city', 'LIS')
})

test('it says so when the other system does not answer, and continues from there', async () => {
  const { findChoices } = createSystem()
  const { user, findViolations } = renderForm(nodes, { findChoices })
  await user.type(await city(), 'away')
  await screen.findByRole('status', { name: '' })
  await waitFor(() => expect(screen.getAllByText('The search failed. Type again to retry.').length).toBeGreaterThan(0))
  expect(await findViolations()).toEqual([])
  await user.clear(await city())
  await screen.findByRole('option', { name: 'Lisbon' })
})

import { api, type ValueOfUser } from '@millrace/contract'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answer, answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'

const city: ValueOfUser = {
  key: 'city',
  name: 'City',
  type: 'text',
  isRequired: false,
  choices: [],
  defaultValue: 'Lisbon',
  description: 'Where you work',
  value: '',
  label: null,
  isEditable: true,
}
const remote: ValueOfUser = {
  ...city,
  key: 'remote',
  name: 'Remote',
  type: 'boolean',
  defaultValue: 'false',
  isEditable: false,
}
const mentor: ValueOfUser = {
  ...city,
  key: 'mentor',
  name: 'Mentor',
  type: 'user',
  defaultValue: '',
  value: 'sam',
  label: 'Sam Ito',
}

const profile = {
  user: { id: 'user-1', username: 'ines.duarte', firstName: null, lastName: null, email: null },
  customer_reference: null,
  organisation_reference: null,
  themeCode: null,
  language: null,
}

function open(values: ValueOfUser[], ...answers: Answer[]) {
  return renderApp('/user/profile', {
    answers: [
      answer(api.profile.get, () => profile),
      answer(api.themes.list, () => ({ error: false, message: null, data: [] })),
      answer(api.account.sessions, () => []),
      answer(api.account.tokens, () => []),
      answer(api.absences.list, () => ({ own: [], standsInFor: [] })),
      answer(api.userProperties.valuesOfUser, () => values),
      ...answers,
    ],
  })
}

describe('user properties in the profile', () => {
  it('are fields by their type, read-only where the user cannot edit them', async () => {
    await open([city, remote, mentor])
    const text = await screen.findByRole<HTMLInputElement>('textbox', { name: 'City' })
    expect(text.placeholder).toBe('Default: Lisbon')
    expect(screen.getAllByText('Where you work')).toHaveLength(3)
    const flag = screen.getByRole<HTMLInputElement>('textbox', { name: 'Remote' })
    expect([flag.value, flag.readOnly]).toEqual(['No', true])
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Mentor' }).value).toBe('Sam Ito (sam)')
  })

  it('show and take days as DD/MM/YYYY, also read-only and as a default', async () => {
    const day = { ...city, type: 'date', description: '' } as const
    await open([
      { ...day, key: 'start', name: 'Start', defaultValue: '2026-02-01' },
      { ...day, key: 'end', name: 'End', defaultValue: '', value: '2026-12-31' },
      { ...day, key: 'born', name: 'Born', value: '1990-03-04', defaultValue: '', isEditable: false },
    ])
    const [start, end, born] = await Promise.all(
      ['Start', 'End', 'Born'].map((name) => screen.findByRole<HTMLInputElement>('textbox', { name })),
    )
    expect(start?.placeholder).toBe('Default: 01/02/2026')
    expect([end?.value, end?.placeholder]).toEqual(['31/12/2026', 'DD/MM/YYYY'])
    expect([born?.value, born?.readOnly]).toEqual(['04/03/1990', true])
    expect(screen.getAllByRole('button', { name: /^Choose a day for/ })).toHaveLength(2)
  })

  it('are not there when the workplace has none', async () => {
    await open([])
    await screen.findByRole('heading', { name: 'Details' })
    expect(screen.queryByRole('heading', { name: 'User properties' })).toBeNull()
  })

  it('are saved as far as they were changed', async () => {
    const { user, network } = await open(
      [city, mentor],
      answer(api.userProperties.setValuesOfUser, () => [{ ...city, value: 'Porto' }, mentor]),
    )
    await user.type(await screen.findByRole('textbox', { name: 'City' }), 'Porto')
    await user.click(screen.getByRole('button', { name: 'Save properties' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save properties' })).toBeNull())
    expect(network.callsTo(api.userProperties.setValuesOfUser)[0]?.body).toEqual({ values: { city: 'Porto' } })
  })

  it('name a user whom the server finds', async () => {
    const { user, network } = await open(
      [mentor],
      answer(api.userProperties.findValuesOfUser, () => ({ items: [{ id: 'ada', name: 'Ada Reyes' }], isMore: false })),
      answer(api.userProperties.setValuesOfUser, () => [{ ...mentor, value: 'ada', label: 'Ada Reyes' }]),
    )
    await user.click(await screen.findByRole('combobox', { name: 'Mentor' }))
    await user.click(await screen.findByRole('option', { name: 'Ada Reyes (ada)' }))
    await user.click(screen.getByRole('button', { name: 'Save properties' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save properties' })).toBeNull())
    expect(network.callsTo(api.userProperties.setValuesOfUser)[0]?.body).toEqual({ values: { mentor: 'ada' } })
  })

  it('keep a value that is taken, with the message at its field', async () => {
    const message = 'Another user has this value already.'
    const { user } = await open(
      [city],
      answer(api.userProperties.setValuesOfUser, () =>
        refuse('user-property.value-taken', message, [{ where: 'values.city', message }]),
      ),
    )
    const text = await screen.findByRole<HTMLInputElement>('textbox', { name: 'City' })
    await user.type(text, 'Porto')
    await user.click(screen.getByRole('button', { name: 'Save properties' }))
    await screen.findByText(message, { selector: '.mantine-InputWrapper-error' })
    expect(text.value).toBe('Porto')
  })
})

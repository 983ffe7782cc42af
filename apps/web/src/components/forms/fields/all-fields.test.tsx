import type { FieldType, NamedKind } from '@millrace/forms'
import { printName } from '@millrace/forms'
import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { FormViewProps } from '../form-view.tsx'
import { renderForm } from '../testing/render-form.tsx'

interface Way {
  readonly props?: Readonly<Record<string, unknown>>
  /** What the page does for the form. */
  readonly view?: Partial<FormViewProps>
  /** What takes the focus first. */
  find(): Promise<HTMLElement>
  /** Disabled, when nothing of it can be found by that. */
  readonly findDisabled?: () => Promise<HTMLElement>
  /** Fills the focused field without a pointer. */
  fill(user: UserEvent): Promise<void>
  readonly value: unknown
  /** As data; what stands in the page when that is no text. */
  readonly shown: string
  readonly requiredText?: string
  /** Something wrong, and what is said of it. */
  readonly wrong?: { fill(user: UserEvent): Promise<void>; readonly text: string }
}

const options = ['Paper', 'Ink', 'Pens'].map((label, index) => ({ value: `o${index}`, label }))
const input = () => screen.findByRole('textbox', { name: /^Field/ })
const type = (text: string) => (user: UserEvent) => user.keyboard(text)

/** A server that knows these, by what they are kept by and what they are called. */
function naming(kind: NamedKind, ...known: readonly (readonly [string, string])[]): Partial<FormViewProps> {
  const all = known.map(([id, name]) => ({ id, name }))
  return {
    // What is looked up, or stands in a list, is known by the field that has it.
    names: all.map((one) => ({ kind, ...(['look-up', 'data-list'].includes(kind) && { node: 'n1' }), ...one })),
    findChoices: async ({ q }) => ({
      items: all.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase())),
      isMore: false,
    }),
  }
}

/** Types a piece of the name and takes the one of that name, by the arrows. */
function chooseBy(text: string, name: string): (user: UserEvent) => Promise<void> {
  return async (user) => {
    await user.keyboard(text)
    const field = document.activeElement
    if (!(field instanceof HTMLInputElement) || field.disabled) return
    const listed = async () => (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
    await screen.findByRole('option', { name })
    const at = (await listed()).indexOf(name)
    await user.keyboard(`${'{ArrowDown}'.repeat(at + 1)}{Enter}`)
    await user.keyboard('{Escape}')
  }
}

/** How each type of field is filled by the keyboard alone. Those with tests of their own are not here. */
const ways = {
  password: {
    props: { minLength: 8 },
    find: () => screen.findByLabelText(/^Field/, { selector: 'input' }),
    fill: type('correct horse'),
    value: 'correct horse',
    shown: '••••••••',
    wrong: { fill: type('short'), text: 'Enter at least 8 characters. The text has 5.' },
  },
  masked: {
    props: { mask: 'AA00 0000' },
    find: input,
    fill: type('DE123456'),
    value: 'DE12 3456',
    shown: 'DE12 3456',
    wrong: { fill: type('12'), text: 'Enter this in the format AA99 9999.' },
  },
  email: {
    find: input,
    fill: type('ines@example.org'),
    value: 'ines@example.org',
    shown: 'ines@example.org',
    wrong: { fill: type('ines'), text: 'Enter an email address such as ines@example.org.' },
  },
  url: {
    find: input,
    fill: type('https://example.org'),
    value: 'https://example.org',
    shown: 'https://example.org',
    wrong: { fill: type('javascript:alert(1)'), text: 'Enter an address such as https://www.example.org/report.' },
  },
  phone: {
    find: input,
    fill: type('+49 30 901820'),
    value: '+49 30 901820',
    shown: '+49 30 901820',
    wrong: { fill: type('12'), text: 'Enter a telephone number such as +49 30 901820.' },
  },
  currency: {
    props: { currency: 'EUR', min: 1 },
    find: input,
    fill: type('9540.5'),
    value: 9540.5,
    shown: '9,540.50 EUR',
    wrong: { fill: type('0'), text: 'Enter 1.00 or more.' },
  },
  time: {
    props: { max: '18:00' },
    find: input,
    fill: type('9.30'),
    value: '09:30',
    shown: '09:30',
    wrong: { fill: type('25'), text: 'Enter a time such as 16:30.' },
  },
  'date-range': {
    find: () => screen.findByRole('textbox', { name: 'From' }),
    fill: async (user) => {
      await user.keyboard('30/11/2026')
      await user.tab()
      await user.tab()
      await user.keyboard('4/12/2026')
    },
    value: { from: '2026-11-30', to: '2026-12-04' },
    shown: '30/11/2026 – 04/12/2026',
    wrong: { fill: type('30/11/2026'), text: 'Enter this day too.' },
  },
  'check-list': {
    props: { options, max: 2 },
    find: () => screen.findByRole('checkbox', { name: 'Paper' }),
    fill: async (user) => {
      await user.keyboard(' ')
      await user.tab()
      await user.tab()
      await user.keyboard(' ')
    },
    value: ['o0', 'o2'],
    shown: 'Paper, Pens',
    wrong: {
      fill: async (user) => {
        for (const key of [' ', '{Tab}', ' ', '{Tab}', ' ']) await (key === '{Tab}' ? user.tab() : user.keyboard(key))
      },
      text: 'Choose at most 2. You chose 3.',
    },
  },
  'multi-select': {
    props: { options },
    find: () => screen.findByRole('combobox', { name: /^Field/ }),
    fill: type('{ArrowDown}{ArrowDown}{Enter}'),
    value: ['o1'],
    shown: 'Ink',
  },
  tags: {
    find: () => screen.findByRole('combobox', { name: /^Field/ }),
    fill: type('urgent,paper{Enter}'),
    value: ['urgent', 'paper'],
    shown: 'urgent, paper',
    wrong: { fill: type('a,A,'), text: '“A” was entered twice.' },
  },
  user: {
    props: { several: true, max: 1 },
    view: naming('user', ['ines.duarte', 'Ines Duarte'], ['rosa', 'Rosa Keller'], ['ines.2', 'Ines Duarte']),
    find: () => screen.findByRole('combobox', { name: /^Field/ }),
    fill: chooseBy('ros', 'Rosa Keller'),
    value: ['rosa'],
    shown: 'Rosa Keller',
    wrong: {
      fill: async (user) => {
        await chooseBy('ros', 'Rosa Keller')(user)
        await user.clear(screen.getByRole('combobox', { name: /^Field/ }))
        await chooseBy('ines', 'Ines Duarte (ines.2)')(user)
      },
      text: 'Choose at most 1. You chose 2.',
    },
  },
  group: {
    view: naming('group', ['board', 'The board'], ['clerks', 'Clerks']),
    find: () => screen.findByRole('combobox', { name: /^Field/ }),
    fill: chooseBy('boa', 'The board'),
    value: 'board',
    shown: 'The board',
  },
  'data-list': {
    props: { list: 'cities', several: true, max: 1 },
    view: naming('data-list', ['LIS', 'Lisbon'], ['OPO', 'Porto']),
    find: () => screen.findByRole('combobox', { name: /^Field/ }),
    fill: chooseBy('por', 'Porto'),
    value: ['OPO'],
    shown: 'Porto',
    wrong: {
      fill: async (user) => {
        await chooseBy('por', 'Porto')(user)
        await user.clear(screen.getByRole('combobox', { name: /^Field/ }))
        await chooseBy('lis', 'Lisbon')(user)
      },
      text: 'Choose at most 1. You chose 2.',
    },
  },
  'rest-look-up': {
    props: { adapter: 'cities' },
    view: naming('look-up', ['LIS', 'Lisbon'], ['OPO', 'Porto']),
    find: () => screen.findByRole('combobox', { name: /^Field/ }),
    fill: chooseBy('lis', 'Lisbon'),
    value: 'LIS',
    shown: 'Lisbon',
  },
  'sql-look-up': {
    props: { adapter: 'towns', several: true, max: 1 },
    view: naming('look-up', ['1', 'Lisbon'], ['2', 'Porto']),
    find: () => screen.findByRole('combobox', { name: /^Field/ }),
    fill: chooseBy('por', 'Porto'),
    value: ['2'],
    shown: 'Porto',
  },
  'file-look-up': {
    props: { adapter: 'prices' },
    view: naming('look-up', ['B-1', 'Belt'], ['D-2', 'Drive']),
    find: () => screen.findByRole('combobox', { name: /^Field/ }),
    fill: chooseBy('dri', 'Drive'),
    value: 'D-2',
    shown: 'Drive',
  },
  role: {
    view: naming('role', ['RoleUser', 'RoleUser'], ['RoleAdmin', 'RoleAdmin']),
    find: () => screen.findByRole('combobox', { name: /^Field/ }),
    fill: chooseBy('user', 'RoleUser'),
    value: 'RoleUser',
    shown: 'RoleUser',
  },
  ranking: {
    props: { options },
    find: () => screen.findByRole('button', { name: 'Move Ink up: Field' }),
    fill: type('{Enter}'),
    value: ['o1', 'o0', 'o2'],
    shown: '1. Ink, 2. Paper, 3. Pens',
  },
  rating: {
    find: () => screen.findByRole('radio', { name: '3 stars of 5' }),
    findDisabled: () => screen.findByRole('img', { name: 'No stars' }),
    fill: type(' '),
    value: 3,
    shown: '3 / 5',
  },
  slider: {
    props: { min: 10, max: 20, step: 2, unit: '%' },
    find: () => screen.findByRole('slider', { name: 'Field' }),
    fill: type('{ArrowRight}{ArrowRight}'),
    value: 14,
    shown: '14 %',
  },
  signature: {
    find: () => screen.findByRole('textbox', { name: 'Or type your name' }),
    fill: type('Ines Duarte'),
    value: printName('Ines Duarte'),
    shown: 'Signature',
    requiredText: 'Please sign.',
  },
} satisfies Partial<Record<FieldType, Way>>

describe.each(Object.entries(ways) as [FieldType, Way][])('%s', (kind, way) => {
  const field = { type: kind, key: 'field', label: 'Field', help: 'As on the letter', ...way.props }

  test('is filled by the keyboard, is accessible, and sends its value', async () => {
    const { user, submit, submitted, findViolations } = renderForm([field], way.view)
    ;(await way.find()).focus()
    await way.fill(user)
    expect(await findViolations()).toEqual([])
    await user.tab()
    await submit()
    expect(submitted).toEqual([{ field: way.value }])
  })

  test('required, it says so in the place of its help and takes the focus', async () => {
    const { submit, submitted, container, findViolations } = renderForm([{ ...field, required: true }], way.view)
    await way.find()
    await submit()
    expect(submitted).toEqual([])
    expect(screen.getByText(way.requiredText ?? 'This field is required.')).toBeTruthy()
    expect(screen.queryByText('As on the letter')).toBeNull()
    expect(container.querySelector('form')?.contains(document.activeElement)).toBe(true)
    expect(await findViolations()).toEqual([])
  })

  test('read only, it is data without an input', async () => {
    const { container, findViolations } = renderForm([{ ...field, readOnly: true }], {
      ...way.view,
      values: { field: way.value },
    })
    const data = screen.getByRole('definition')
    expect(data.textContent || data.querySelector('img')?.alt).toBe(way.shown)
    expect(container.querySelector('form')?.querySelector('input, button, [contenteditable], [role=slider]')).toBeNull()
    expect(await findViolations()).toEqual([])
  })

  test('disabled, it cannot be filled', async () => {
    const { user, submit, submitted } = renderForm([{ ...field, enabled: false }], way.view)
    const target = await (way.findDisabled ?? way.find)()
    target.focus()
    await way.fill(user)
    await submit()
    expect(submitted).toEqual([{}])
  })

  const { wrong } = way
  if (wrong === undefined) return
  test('what is wrong is reported once it was left', async () => {
    const { user, submit, submitted, findViolations } = renderForm([field], way.view)
    ;(await way.find()).focus()
    await wrong.fill(user)
    for (let step = 0; step < 4; step++) await user.tab()
    await waitFor(() => expect(screen.getByText(wrong.text)).toBeTruthy())
    expect(await findViolations()).toEqual([])
    await submit()
    expect(submitted).toEqual([])
  })
})

import { expect, test } from 'vitest'
import { buildForm } from '../testing/build-form.ts'
import { chooseLocale, localiseForm } from './localise-form.ts'
import { listFields } from './runtime-document.ts'

const form = buildForm(
  [
    {
      type: 'section',
      id: 's',
      label: 'Decision',
      children: [
        {
          type: 'radio',
          id: 'r',
          key: 'decision',
          label: 'Decision',
          help: 'Choose',
          options: [
            { value: 'a.b', label: 'Approve' },
            { value: 'no', label: 'Reject' },
          ],
        },
      ],
    },
  ],
  { i18n: { de: { 's.label': 'Entscheidung', 'r.label': 'Urteil', 'r.options.a.b': 'Genehmigen' } } },
)

test('texts and options are translated, what is missing stays', () => {
  const german = localiseForm(form, 'de')
  expect(german.view[0]).toMatchObject({ props: { label: 'Entscheidung' } })
  expect(listFields(german.data)[0]?.props).toEqual({
    label: 'Urteil',
    help: 'Choose',
    options: [
      { value: 'a.b', label: 'Genehmigen' },
      { value: 'no', label: 'Reject' },
    ],
  })
})

test('a country without texts of its own gets those of the language', () => {
  expect(listFields(localiseForm(form, 'de-CH').data)[0]?.props.label).toBe('Urteil')
})

test('a language without texts gets the form unchanged', () => {
  expect(localiseForm(form, 'fr')).toBe(form)
  expect(localiseForm(form, 'toString')).toBe(form)
})

test.each([
  [['de-AT', 'en'], 'de'],
  [['fr', 'de'], 'de'],
  [['en-GB', 'de'], 'en'],
  [['fr'], 'en'],
  [[], 'en'],
  [['constructor'], 'en'],
])('a reader of %j gets the form in %s', (wanted, locale) => {
  expect(chooseLocale(form, wanted)).toBe(locale)
})

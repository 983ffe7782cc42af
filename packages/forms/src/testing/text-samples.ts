import type { FieldType } from '../document/types.ts'
import { applyMask } from '../fields/masked.ts'
import { type FieldSample, markup, text } from './field-sample.ts'

/** Samples for tests of fields with text, by type of field. */
export const textSamples = {
  text: {
    entry: 'Brandt',
    shown: 'Brandt',
    variables: text('Brandt'),
    wrong: [
      [markup, 'text.markup'],
      [7, 'text.invalid'],
    ],
  },
  textarea: { entry: 'a\r\nb', shown: 'a\nb', variables: text('a\nb'), wrong: [['<b>a</b>', 'text.markup']] },
  'rich-text': {
    props: { maxLength: 20 },
    entry: '<p>Sent <b class="due">today</b></p>',
    shown: 'Sent today',
    variables: text('<p>Sent <strong>today</strong></p>'),
    wrong: [
      [`<p>a</p>${markup}`, 'text.markup'],
      ['<img src=x onerror=alert(1)>', 'text.markup'],
      ['<a href="javascript:alert(1)">x</a>', 'text.markup'],
      ['<p>More than twenty signs</p>', 'text.too-long'],
      [7, 'text.invalid'],
    ],
  },
  password: {
    props: { minLength: 8 },
    entry: '<correct horse>',
    shown: '••••••••',
    variables: text('<correct horse>'),
    wrong: [
      ['short', 'text.too-short'],
      ['with\u0000zero', 'text.markup'],
      [12345678, 'text.invalid'],
    ],
  },
  masked: {
    props: { mask: 'AA00 0000' },
    entry: 'DE12 3456',
    shown: 'DE12 3456',
    variables: text(applyMask('AA00 0000', 'DE123456')),
    wrong: [
      ['DE12 345', 'masked.invalid'],
      ['12DE 3456', 'masked.invalid'],
      ['DE12 34567', 'masked.invalid'],
      [1, 'text.invalid'],
    ],
  },
  email: {
    entry: ' ines@example.org ',
    shown: 'ines@example.org',
    variables: text('ines@example.org'),
    wrong: [
      ['ines', 'email.invalid'],
      ['ines@example', 'email.invalid'],
      ['ines@@example.org', 'email.invalid'],
      ['"><script>@example.org', 'email.invalid'],
      [`${'a'.repeat(250)}@example.org`, 'email.invalid'],
      [{}, 'text.invalid'],
    ],
  },
  url: {
    entry: 'https://www.example.org/a?b=c#d',
    shown: 'https://www.example.org/a?b=c#d',
    variables: text('https://www.example.org/a?b=c#d'),
    wrong: [
      ['javascript:alert(1)', 'url.invalid'],
      ['data:text/html,x', 'url.invalid'],
      ['www.example.org', 'url.invalid'],
      ['https://ines:secret@example.org', 'url.invalid'],
      ['https://', 'url.invalid'],
      [['https://example.org'], 'text.invalid'],
    ],
  },
  phone: {
    entry: '+49 (30) 90-1820',
    shown: '+49 (30) 90-1820',
    variables: text('+49 (30) 90-1820'),
    wrong: [
      ['12', 'phone.invalid'],
      ['call me', 'phone.invalid'],
      ['+1234567890123456', 'phone.invalid'],
      [110, 'text.invalid'],
    ],
  },
} satisfies Partial<Record<FieldType, FieldSample>>

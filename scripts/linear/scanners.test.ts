import { listVendorParts, readBpmn } from '@millrace/bpmn'
import { mentionsIn } from '@millrace/contract'
import { parseDmn } from '@millrace/dmn'
import { compile } from '@millrace/expressions'
import { checkTimer, readRetryCycle } from '@millrace/time'
import { escapeSpaces, parseXml } from '@millrace/xml'
import { describe, expect, it } from 'vitest'
import { convertToField } from '../../apps/server/src/engine-rest/forms/convert-to-field.ts'
import { readDate } from '../../apps/server/src/engine-rest/forms/read-date.ts'
import { sanitizeSvg } from '../../apps/server/src/operations/themes/sanitize-svg.ts'
import { findExcess } from '../../apps/server/src/platform/http/find-excess.ts'
import { findInexactNumber } from '../../apps/server/src/platform/http/inexact-number.ts'
import { toSafeReturnUrl } from '../../apps/server/src/platform/http/safe-return-url.ts'
import { createHide } from '../../apps/server/src/platform/outgoing/hide-secrets.ts'
import { guessType } from '../../apps/server/src/runtime/forms/asked-variables.ts'
import { toKey, toWords } from '../../apps/server/src/runtime/imports/name-form.ts'
import { readStatement } from '../../apps/server/src/runtime/look-ups/read-statement.ts'
import { cleanHtml, toPlainText } from '../../apps/server/src/runtime/mail/clean-html.ts'
import { splitPlaceholders } from '../../apps/server/src/runtime/mail/placeholders.ts'
import { readGlobals } from '../../apps/server/src/runtime/uses/list-globals.ts'
import { tidyFile } from '../../packages/bpmn/src/moddle/tidy-file.ts'
import { parseJson } from '../../packages/engine/src/state/parse-json.ts'
import { readHeaderLines } from '../../packages/engine/src/steps/work/read-input.ts'
import { collapseName } from '../../packages/expressions/src/feel/syntax/names.ts'
import { parseDateTime, parseDuration } from '../../packages/expressions/src/feel/temporal/parse-temporal.ts'
import { readCsvCell, writeCsvCell } from '../../packages/forms/src/data-list/csv-cell.ts'
import { readByPattern } from '../../packages/forms/src/engine-form/date-pattern.ts'
import { parsePath } from '../../packages/forms/src/paths/path.ts'
import { readDay } from '../../packages/forms/src/values/day.ts'
import { findDrawingFault } from '../../packages/forms/src/values/drawing.ts'
import { parseHtml, printHtml, textOfHtml } from '../../packages/forms/src/values/html.ts'
import { readNumber } from '../../packages/forms/src/values/number.ts'
import { pattern } from '../../packages/forms/src/values/pattern.ts'
import { findSlowText, type HostileText } from './hostile-texts.ts'

const markup = [
  '<',
  '>',
  '</',
  '/>',
  '<a',
  '<p>',
  '</p>',
  '<a-',
  '-a',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<?',
  '?>',
  '&',
  '&amp;',
  '&#',
  '=',
  '"',
  "'",
  ' ',
  ' a="',
  'href="',
  'x',
  '\n',
  '<li>',
  '<table>',
  '<br>',
  '<script>',
]
const code = [
  '"',
  "'",
  '\\',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  '${',
  '#{',
  '/*',
  '*/',
  '//',
  '--',
  '$',
  '$a$',
  ' ',
  'a',
  '1',
  '.',
  ',',
  ':',
  ';',
  '+',
  '-',
  'globals',
  '\n',
  '=',
  '<',
  '@"',
  '`',
  'if ',
  ' in ',
]
/** Each stopped something once. */
const known: readonly HostileText[] = [
  { before: '<a', word: '-a', after: '' },
  { before: '', word: '0', after: 'x' },
  { before: '', word: ' ', after: 'x' },
  { before: '', word: '@[@', after: '' },
]
const numbers = [
  '0',
  '1',
  '9',
  '.',
  ',',
  'e',
  'E',
  '+',
  '-',
  ' ',
  'x',
  ':',
  '/',
  'T',
  'Z',
  'P',
  'D',
  'R',
  '*',
  '@',
  '[',
  ']',
]
const json = ['{', '}', '[', ']', '"', '\\', '\\"', ',', ':', '0', '1e', '9999999999999999', 'a', ' ', 'null', '-']
const lines = [
  ';',
  ',',
  '"',
  '""',
  '\n',
  '\r\n',
  '\t',
  'a',
  ' ',
  '|',
  "'",
  '=',
  ':',
  '-',
  '/',
  '\\',
  '_',
  '@[',
  ']',
  '%',
  'é',
]

const bpmnFile = (inside: string) =>
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p">${inside}</process></definitions>`
const field = (type: string) => ({
  id: 'f',
  label: null,
  type,
  datePattern: null,
  defaultValue: null,
  isRequired: false,
  constraints: [],
  options: [],
  properties: [],
})
const convert = (type: string) => (text: string) =>
  convertToField(field(type) as unknown as Parameters<typeof convertToField>[0], {
    type: 'String',
    value: text,
    info: null,
  })
const expression = (language: string) => (text: string) => {
  compile(language, text)
}

/** Each hand-written reader of foreign text, and what such texts are made of. */
const scanners: readonly (readonly [string, (text: string) => unknown, readonly string[]])[] = [
  [
    'HTML of a form',
    (text) => {
      const { nodes } = parseHtml(text)
      return printHtml(nodes) + textOfHtml(nodes)
    },
    markup,
  ],
  ['HTML of a mail', cleanHtml, markup],
  ['a mail as plain text', toPlainText, markup],
  ['placeholders', splitPlaceholders, [...markup, ...code]],
  ['XML', (text) => parseXml(text), markup],
  ['a BPMN file', (text) => readBpmn(bpmnFile(text)), markup],
  ['words of vendors', (text) => listVendorParts(bpmnFile(text)), markup],
  ['a DMN file', (text) => parseDmn(text), markup],
  [
    'a picture of SVG',
    (text) => sanitizeSvg(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`)),
    markup,
  ],
  ['a file for the modeller', tidyFile, markup],
  ['a file of the modeller', escapeSpaces, [...markup, '\t', '\r']],
  [
    'a drawing',
    (text) => findDrawingFault(`data:image/svg+xml;base64,${btoa(text)}`),
    markup.filter((part) => part < '~'),
  ],
  ['FEEL', expression('feel'), code],
  ['UEL', (text) => compile('uel', `\${${text}`), code],
  ['JavaScript', expression('javascript'), code],
  ['globals in UEL', (text) => readGlobals('uel', text), code],
  ['globals in FEEL', (text) => readGlobals('feel', text), code],
  ['globals in JavaScript', (text) => readGlobals('javascript', text), code],
  ['a condition', (text) => guessType(text, 'a'), code],
  ['a statement of SQL', readStatement, code],
  ['a number of a form', readNumber, numbers],
  ['a day of a form', readDay, numbers],
  ['a date by its pattern', (text) => readByPattern(text, 'dd/MM/yyyy HH:mm', 'UTC'), numbers],
  ['a long', convert('long'), numbers],
  ['a double', convert('double'), numbers],
  ['a boolean', convert('boolean'), numbers],
  ['a date', convert('date'), numbers],
  ['a cell of a CSV file', (text) => [writeCsvCell(text), readCsvCell(text)], lines],
  ['a date of the engine API', (text) => readDate(text, 'dd/MM/yyyy'), numbers],
  ['a date of FEEL', parseDateTime, numbers],
  ['a duration of FEEL', parseDuration, numbers],
  [
    'a timer',
    (text) => (['cycle', 'duration', 'date'] as const).map((kind) => checkTimer(kind, text, 'quartz')),
    numbers,
  ],
  ['a retry cycle', readRetryCycle, numbers],
  ['JSON', parseJson, json],
  ['numbers of JSON', (text) => findInexactNumber(text, { keepsIntegers: true }), json],
  ['the size of JSON', (text) => findExcess(Buffer.from(text), { depth: 1e9, values: 1e9 }), json],
  ['a path of a form', parsePath, code],
  ['a pattern of a form', (text) => pattern().read(text.slice(0, 500)), code],
  ['a name in FEEL', collapseName, lines],
  ['a key', (text) => [toKey(text), toWords(text)], lines],
  ['a message', mentionsIn, lines],
  ['headers', readHeaderLines, lines],
  ['an address to return to', toSafeReturnUrl, lines],
  ['secrets in an answer', createHide(['aaaaaaaaaaaaaaaa', 'a a a a a a a']) as (text: string) => unknown, lines],
]

describe('a reader of foreign text takes linear time', () => {
  it.each(scanners)('for %s', (_, read, fragments) => {
    const work = (text: string) => {
      try {
        read(text)
      } catch {
        // Most of these texts are refused.
      }
    }
    expect(findSlowText(work, { fragments, known, texts: 400, time: 500 })).toBeNull()
  })
})

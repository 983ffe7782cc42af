import { expect, test } from 'vitest'
import { presentProblem } from '../messages/present-problem.ts'
import { buildField, enter } from '../testing/build-form.ts'
import { checkFiles, type FileProps } from './file.ts'
import { getFieldDefinition } from './registry.ts'

const megabyte = 1024 * 1024
const context = { timeZone: 'UTC' }
const invoice = { id: 'u1', name: 'invoice.pdf', size: 1000, type: 'application/pdf' }

function check(files: { name: string; size: number }[], props: FileProps = {}): string[] {
  return checkFiles(files, props).map((fault) => presentProblem(fault))
}

test('uploads are named by id, name, size and type', () => {
  expect(enter('file', [invoice])).toEqual([invoice])
  expect(enter('file', [])).toBeNull()
})

test.each([
  'invoice.pdf',
  {},
  [null],
  [{}],
  [{ ...invoice, id: '../secret' }],
  [{ ...invoice, name: '../../etc/passwd' }],
  [{ ...invoice, name: 'a\u0000.pdf' }],
  [{ ...invoice, name: ' ' }],
  [{ ...invoice, size: -1 }],
  [{ ...invoice, size: 1.5 }],
  [{ ...invoice, type: 5 }],
  [{ ...invoice, path: '/etc/passwd' }],
  [invoice, invoice],
])('%j names no uploads', (entry) => {
  expect(enter('file', entry)).toBe('!file.invalid')
})

test('the default types are those of the specification, regardless of their case', () => {
  const allowed = ['png', 'jpg', 'jpeg', 'pdf', 'txt', 'zip', 'doc', 'docx', 'csv', 'xls', 'XLSX']
  for (const type of allowed) expect(check([{ name: `x.${type}`, size: 1 }])).toEqual([])
  expect(check([{ name: 'x.exe', size: 1 }])).toEqual(['You cannot upload file with type exe'])
  expect(check([{ name: 'invoice.pdf.EXE', size: 1 }])).toEqual(['You cannot upload file with type exe'])
  expect(check([{ name: 'README', size: 1 }])).toEqual(['You cannot upload file with type README'])
})

test('the field’s own types override the default ones', () => {
  expect(check([{ name: 'x.svg', size: 1 }], { filetypes: ['SVG'] })).toEqual([])
  expect(check([{ name: 'x.pdf', size: 1 }], { filetypes: ['svg'] })).toEqual(['You cannot upload file with type pdf'])
})

test('more files than allowed are refused', () => {
  const two = [
    { name: 'a.pdf', size: 1 },
    { name: 'b.pdf', size: 1 },
  ]
  expect(check(two)).toEqual(['You cannot upload more than 1 files'])
  expect(check(two, { maxfiles: 2 })).toEqual([])
})

test('a file may be as large as the field says, not larger', () => {
  expect(check([{ name: 'a.pdf', size: 2 * megabyte }], { maxfilesize: 2 })).toEqual([])
  expect(check([{ name: 'a.pdf', size: 2 * megabyte + 1 }], { maxfilesize: 2 })).toEqual([
    'You cannot upload file with size more than 2mb',
  ])
})

test('without a size of its own the catalogue’s limit holds', () => {
  expect(check([{ name: 'a.pdf', size: 10 * megabyte - 1 }])).toEqual([])
  expect(check([{ name: 'a.pdf', size: 10 * megabyte }])).toEqual(['Please select file with less than 10MB'])
})

test('a name has up to 50 characters', () => {
  const named = (length: number) => check([{ name: `${'n'.repeat(length - 4)}.pdf`, size: 1 }])
  expect(named(50)).toEqual([])
  expect(named(51)).toEqual(['A file name can have at most 50 characters. Rename the file, and choose it again.'])
})

test('all files together stay under 50 MB', () => {
  const five = (size: number) => Array.from({ length: 5 }, (_, index) => ({ name: `${index}.pdf`, size }))
  const props = { maxfiles: 5, maxfilesize: 20 }
  expect(check(five(10 * megabyte - 1), props)).toEqual([])
  expect(check(five(10 * megabyte), props)).toEqual(['Total file size should be less than 50MB.'])
})

test('a required field asks for a file in the words of the specification', () => {
  const { requiredFault } = getFieldDefinition('file')
  expect(requiredFault && presentProblem(requiredFault)).toBe('Please upload at least one file in dropzone')
})

test('name and type become variables: texts for one file, lists for several', () => {
  const { toVariables } = getFieldDefinition('file')
  expect(toVariables('doc', [invoice], buildField('file').props, context)).toEqual([
    { name: 'doc_originalFileName', type: 'String', value: 'invoice.pdf' },
    { name: 'doc_fileContentType', type: 'String', value: 'application/pdf' },
  ])
  expect(toVariables('doc', [invoice], buildField('file', { maxfiles: 3 }).props, context)).toEqual([
    { name: 'doc_originalFileName', type: 'Json', value: '["invoice.pdf"]' },
    { name: 'doc_fileContentType', type: 'Json', value: '["application/pdf"]' },
  ])
  expect(toVariables('doc', null, {}, context).map(({ value }) => value)).toEqual([null, null])
})

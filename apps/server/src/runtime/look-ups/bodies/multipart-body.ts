import { randomBytes } from 'node:crypto'
import type { BodyField } from '@millrace/contract'
import { OutgoingFailure } from '../../../platform/outgoing/outgoing-failure.ts'
import { fillPlaces, getParameter, listPlacesIn, onlyPlace, type TypedParameters } from '../parameters.ts'
import type { BodyWriter } from './body.ts'
import { readFile, showFile } from './file-content.ts'
import { typeOfFile } from './file-types.ts'
import { fillField } from './form-body.ts'

/** A body of fields and files (RFC 7578). No value can contain the boundary, which is random. */
export const multipartBody: BodyWriter = {
  places: ({ fields }) => listPlacesIn(fields.flatMap(({ value, fileName }) => [value, fileName])),
  filePlaces: ({ fields }) => listPlacesIn(fields.filter(isFile).map(({ value }) => value)),
  fill: ({ fields, types }, parameters) => {
    if (fields.length === 0) return null
    const boundary = `millrace-${randomBytes(18).toString('base64url')}`
    const parts = fields.flatMap((field) => fillPart(field, { parameters, types }))
    const end = `--${boundary}--\r\n`
    return {
      content: Buffer.concat([
        ...parts.flatMap(({ head, content }) => [
          Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
          content,
          Buffer.from('\r\n'),
        ]),
        Buffer.from(end),
      ]),
      type: `multipart/form-data; boundary=${boundary}`,
      shown: parts.map(({ head, shown }) => `--${boundary}\r\n${head}\r\n\r\n${shown}\r\n`).join('') + end,
    }
  },
  fault: ({ fields }) => {
    const at = fields.findIndex((field) => isFile(field) && onlyPlace(field.value) === null)
    return at === -1
      ? null
      : {
          where: `fields.${at}.value`,
          message: 'Expected one parameter such as {document} as the value of a file, but it is another text.',
        }
  },
}

interface Part {
  readonly head: string
  readonly content: Uint8Array
  readonly shown: string
}

function isFile({ fileName }: BodyField): boolean {
  return fileName !== ''
}

function fillPart(field: BodyField, given: TypedParameters): Part[] {
  if (isFile(field)) return fillFile(field, given)
  return fillField(field, given).map(([name, value]) => ({
    head: disposition({ name }),
    content: Buffer.from(value.toWellFormed()),
    shown: value,
  }))
}

function fillFile({ name, value, fileName }: BodyField, { parameters }: TypedParameters): Part[] {
  const place = onlyPlace(value)
  if (place === null)
    throw new OutgoingFailure(`Expected one parameter as the value of the file “${name}”.`, { isFinal: true })
  const given = getParameter(parameters, place)
  if (given === '') return []
  const content = readFile(given, place)
  const filename = fillPlaces(fileName, parameters) || 'file'
  return [
    {
      head: `${disposition({ name, filename })}\r\ncontent-type: ${typeOfFile(filename)}`,
      content,
      shown: showFile(content),
    },
  ]
}

function disposition(attributes: Readonly<Record<string, string>>): string {
  const written = Object.entries(attributes).map(([name, value]) => `; ${name}="${escapeAttribute(value)}"`)
  return `content-disposition: form-data${written.join('')}`
}

/** As browsers escape names (HTML, section 4.10.21.8). No other control character has a place in a header. */
function escapeAttribute(value: string): string {
  return value
    .toWellFormed()
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A')
    .replaceAll('"', '%22')
    .replaceAll(/\p{Cc}/gu, '')
}

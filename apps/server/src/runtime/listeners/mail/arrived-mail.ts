import { externalLimits } from '@millrace/contract'
import { matchName } from '../../look-ups/file-path.ts'
import { type Arrived, type ArrivedFile, Unmappable } from '../map-values.ts'
import type { MailAttachment, ReadMail } from './read-mail.ts'

/** Returns the values of a mail for mappings. The content is the whole mail. */
export function arrivedMail(mail: ReadMail, source: Uint8Array): Arrived {
  const { subject, from, fromName, to, cc, date, text, html, attachments, headers } = mail
  const values = { subject, from, fromName, to, cc, date, text, html, size: source.length }
  return {
    content: () => limited({ bytes: source, name: `${fileNameOf(subject)}.eml`, type: 'message/rfc822' }),
    attachment: (path) => {
      const found = findAttachment(attachments, path)
      return found === undefined ? undefined : limited(found)
    },
    read: (name, path) => {
      if (name === 'header') {
        const key = path.toLowerCase()
        return Object.hasOwn(headers, key) ? headers[key] : undefined
      }
      if (name === 'attachments')
        return attachments.map(({ name: fileName, type, bytes }) => ({ name: fileName, type, size: bytes.length }))
      if (!Object.hasOwn(values, name)) return undefined
      const value = values[name as keyof typeof values]
      if (typeof value === 'string' && value.length > externalLimits.content)
        throw new Unmappable(
          `Expected at most ${externalLimits.content} characters, but the ${name} of the email has more.`,
        )
      return value
    },
  }
}

/** @param path a number from 1 on, a name with `*` for any characters, or nothing for the first. */
function findAttachment(attachments: readonly MailAttachment[], path: string): MailAttachment | undefined {
  if (path === '') return attachments[0]
  if (/^[1-9]\d{0,3}$/.test(path)) return attachments[Number(path) - 1]
  const matches = matchName(path.toLowerCase())
  return attachments.find(({ name }) => matches(name.toLowerCase()))
}

function limited(file: ArrivedFile): ArrivedFile {
  if (file.bytes.length <= externalLimits.content) return file
  throw new Unmappable(
    `Expected a file of at most ${externalLimits.content} bytes as a variable, but “${file.name}” has ${file.bytes.length}.`,
  )
}

function fileNameOf(subject: string): string {
  const name = subject
    .replaceAll(/[^\p{L}\p{M}\p{N} _-]+/gu, ' ')
    .trim()
    .slice(0, 100)
    .toWellFormed()
  return name === '' ? 'email' : name
}

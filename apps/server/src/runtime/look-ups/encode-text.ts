import type { FileAdapter } from '@millrace/contract'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'

/** Encodes a text. @throws OutgoingFailure where the encoding lacks a character. */
export function encodeText(text: string, encoding: FileAdapter['encoding']): Uint8Array {
  switch (encoding) {
    case 'utf-8':
      return Buffer.from(text.toWellFormed())
    case 'utf-16le':
      return Buffer.from(text, 'utf16le')
    case 'windows-1252': {
      const bytes = new Uint8Array(text.length)
      let at = 0
      for (const character of text) {
        const byte = windowsBytes.get(character)
        if (byte === undefined)
          throw new OutgoingFailure(
            `Expected characters that Windows-1252 has, but “${character}” is not one. Choose UTF-8.`,
            { isFinal: true },
          )
        bytes[at++] = byte
      }
      return bytes.subarray(0, at)
    }
    default:
      return encoding satisfies never
  }
}

/** Returns the byte order mark with which a new file in an encoding begins. */
export function markOf(encoding: FileAdapter['encoding']): string {
  return encoding === 'utf-16le' ? '\uFEFF' : ''
}

const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte)
const windowsBytes = new Map(
  [...new TextDecoder('windows-1252').decode(everyByte)].map((character, byte) => [character, byte]),
)

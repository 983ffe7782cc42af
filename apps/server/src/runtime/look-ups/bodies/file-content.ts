import { OutgoingFailure } from '../../../platform/outgoing/outgoing-failure.ts'

/**
 * Decodes a file of a process, which is Base64.
 *
 * @throws OutgoingFailure that names the parameter.
 */
export function readFile(text: string, name: string): Uint8Array {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text))
    throw new OutgoingFailure(`Expected a file for the parameter “${name}”, but it has another value.`, {
      isFinal: true,
    })
  return Buffer.from(text, 'base64')
}

/** Shows a file by its size. */
export function showFile({ length }: Uint8Array): string {
  return `(file, ${length.toLocaleString('en')} bytes)`
}

/** Decodes the text of a file in any common encoding, with a note when the encoding had to be guessed. */
export function decodeText(bytes: Uint8Array): { readonly text: string; readonly note: string | null } {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return { text: decode('utf-16le', bytes), note: null }
  if (first === 0xfe && second === 0xff) return { text: decode('utf-16be', bytes), note: null }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), note: null }
  } catch {
    return {
      text: decode('windows-1252', bytes),
      note: 'The file is not UTF-8. It was read as Windows-1252. Check letters with accents.',
    }
  }
}

function decode(encoding: string, bytes: Uint8Array): string {
  return new TextDecoder(encoding).decode(bytes)
}

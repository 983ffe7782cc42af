/**
 * Decodes an XML file: in the encoding of its byte order mark or declaration, UTF-8 without either (XML 1.0, appendix
 * F).
 */
export function decodeXml(bytes: Uint8Array): { ok: true; text: string } | { ok: false; message: string } {
  const encoding = findEncoding(bytes)
  try {
    return { ok: true, text: new TextDecoder(encoding, { fatal: true }).decode(bytes) }
  } catch (error) {
    // An unknown name is a RangeError, bytes that do not fit a TypeError.
    return error instanceof RangeError
      ? { ok: false, message: `Expected an encoding that is known, but the file says ${encoding}. Save it as UTF-8.` }
      : {
          ok: false,
          message: `Expected text in ${encoding.toUpperCase()}, but ${findFaultyLine(bytes, encoding)} has bytes that are none. Save the file as UTF-8.`,
        }
  }
}

/** Returns decoded XML for storing in UTF-8: without a byte order mark, and with a correct encoding declaration. */
export function declareUtf8(xml: string): string {
  return xml.replace(/^\uFEFF/, '').replace(/^(<\?xml[^>]*?\bencoding\s*=\s*)(?:"[^"]*"|'[^']*')/, '$1"UTF-8"')
}

/** Only of encodings in which a line feed is one byte. */
function findFaultyLine(bytes: Uint8Array, encoding: string): string {
  if (encoding.startsWith('utf-16')) return 'the file'
  let from = 0
  for (let line = 1; ; line++) {
    const end = bytes.indexOf(0x0a, from)
    try {
      new TextDecoder(encoding, { fatal: true }).decode(bytes.subarray(from, end < 0 ? bytes.length : end))
    } catch {
      return `line ${line}`
    }
    if (end < 0) return 'the file'
    from = end + 1
  }
}

function findEncoding(bytes: Uint8Array): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const declared = /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1]
  // A declaration that can be read byte by byte is not in UTF-16, whatever it says.
  return declared === undefined || /^utf-?16/i.test(declared) ? 'utf-8' : declared
}

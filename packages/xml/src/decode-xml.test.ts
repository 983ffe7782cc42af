import { describe, expect, it } from 'vitest'
import { decodeXml } from './decode-xml.ts'

const bytes = (text: string, encoding: BufferEncoding) => Buffer.from(text, encoding)

describe('decodeXml', () => {
  it('reads UTF-8 without and with a byte order mark', () => {
    expect(decodeXml(bytes('<ä/>', 'utf8'))).toEqual({ ok: true, text: '<ä/>' })
    expect(decodeXml(bytes('\ufeff<ä/>', 'utf8'))).toEqual({ ok: true, text: '<ä/>' })
  })

  it('reads what the declaration names', () => {
    const xml = `<?xml version="1.0" encoding='ISO-8859-1'?><ä/>`
    expect(decodeXml(bytes(xml, 'latin1'))).toEqual({ ok: true, text: xml })
  })

  it('reads UTF-16 by its byte order mark', () => {
    const little = bytes('\ufeff<ä/>', 'utf16le')
    expect(decodeXml(little)).toEqual({ ok: true, text: '<ä/>' })
    expect(decodeXml(Buffer.from(little).swap16())).toEqual({ ok: true, text: '<ä/>' })
  })

  it('does not believe a declaration that could not be read in the encoding it names', () => {
    const xml = '<?xml version="1.0" encoding="UTF-16"?><ä/>'
    expect(decodeXml(bytes(xml, 'utf8'))).toEqual({ ok: true, text: xml })
  })

  it('refuses bytes that do not fit and encodings that nobody knows', () => {
    expect(decodeXml(bytes('<a>\n<ä/>\n</a>', 'latin1'))).toEqual({
      ok: false,
      message: 'Expected text in UTF-8, but line 2 has bytes that are none. Save the file as UTF-8.',
    })
    expect(decodeXml(bytes('<?xml version="1.0" encoding="klingon"?><a/>', 'utf8'))).toEqual({
      ok: false,
      message: 'Expected an encoding that is known, but the file says klingon. Save it as UTF-8.',
    })
  })

  it('reads nothing as nothing', () => {
    expect(decodeXml(new Uint8Array())).toEqual({ ok: true, text: '' })
  })
})

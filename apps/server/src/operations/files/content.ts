/**
 * Compares a file's content with its name, so that an executable file or a web page cannot be uploaded as a picture.
 * Files with unknown extensions are only refused when they are executable.
 *
 * @returns the error as a sentence for the user; null when the content fits.
 */
export function findContentFault(name: string, bytes: Uint8Array): string | null {
  if (programs.some((signature) => startsWith(bytes, signature)))
    return `Expected a document or picture, but “${name}” is an executable file.`
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  const isExpected = Object.hasOwn(contents, extension) ? contents[extension] : undefined
  if (isExpected === undefined || isExpected(bytes)) return null
  return `Expected “${name}” to be a .${extension} file, but its content has another format. Save it in that format, or rename it.`
}

/** Windows and DOS, ELF, Mach-O in its four forms, Java classes. */
const programs = ['4d5a', '7f454c46', 'feedface', 'feedfacf', 'cefaedfe', 'cffaedfe', 'cafebabe'].map(fromHex)

const zip = ['504b0304', '504b0506', '504b0708']
const oldOffice = ['d0cf11e0a1b11ae1']

const contents: Readonly<Record<string, (bytes: Uint8Array) => boolean>> = {
  png: beginsWith('89504e470d0a1a0a'),
  jpg: beginsWith('ffd8ff'),
  jpeg: beginsWith('ffd8ff'),
  gif: beginsWith('47494638'),
  bmp: beginsWith('424d'),
  webp: beginsWith('52494646'),
  pdf: isPdf,
  zip: beginsWith(...zip),
  docx: beginsWith(...zip),
  xlsx: beginsWith(...zip),
  pptx: beginsWith(...zip),
  doc: beginsWith(...oldOffice),
  // Old spreadsheets are often text or HTML tables with this extension.
  xls: (bytes) => beginsWith(...oldOffice)(bytes) || isText(bytes),
  txt: isText,
  csv: isText,
}

function beginsWith(...signatures: readonly string[]): (bytes: Uint8Array) => boolean {
  const expected = signatures.map(fromHex)
  return (bytes) => expected.some((signature) => startsWith(bytes, signature))
}

/** Readers accept other bytes before the header, within the first kilobyte. */
function isPdf(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(0, 1024)).includes('%PDF-')
}

/** UTF-16 has NUL bytes, but then begins with a byte order mark. */
function isText(bytes: Uint8Array): boolean {
  return beginsWith('fffe', 'feff')(bytes) || !bytes.subarray(0, 8192).includes(0)
}

function startsWith(bytes: Uint8Array, signature: Uint8Array): boolean {
  return bytes.length >= signature.length && signature.every((byte, index) => bytes[index] === byte)
}

function fromHex(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'hex'))
}

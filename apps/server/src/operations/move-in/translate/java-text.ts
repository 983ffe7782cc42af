/** Every stream of Java's serialisation starts with these bytes, and has a text behind one of two marks. */
const [start, shortText, longText] = ['aced0005', 0x74, 0x7c]

/** Returns whether bytes are a serialised object of Java. */
export function isSerialised(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).toString('hex') === start
}

/**
 * Returns a serialised text of Java, which is in modified UTF-8 (Java Object Serialization Specification, 6.4.2): each
 * half of a pair of surrogates is three bytes. Null for another object, and for bytes that end too early.
 */
export function readSerialisedText(bytes: Buffer): string | null {
  if (!isSerialised(bytes)) return null
  const mark = bytes[4]
  const at = mark === shortText ? 7 : mark === longText ? 13 : bytes.length + 1
  if (at > bytes.length) return null
  const length = mark === shortText ? bytes.readUInt16BE(5) : Number(bytes.readBigUInt64BE(5))
  return at + length === bytes.length ? readModified(bytes.subarray(at)) : null
}

function readModified(bytes: Buffer): string {
  // All of it is UTF-8 unless a half of a pair or the zero is in it, which start with these bytes.
  if (!bytes.includes(0xed) && !bytes.includes(0xc0)) return bytes.toString('utf8')
  const parts: string[] = []
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] ?? 0
    const size = first < 0x80 ? 1 : first < 0xe0 ? 2 : 3
    const [second = 0, third = 0] = [bytes[at + 1], bytes[at + 2]]
    const code =
      size === 1
        ? first
        : size === 2
          ? ((first & 0x1f) << 6) | (second & 0x3f)
          : ((first & 0x0f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f)
    parts.push(String.fromCharCode(code))
    at += size
  }
  return parts.join('')
}

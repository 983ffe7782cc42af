/** The key attributes with binary values. Other key attributes have text values. */
export const binaryKeys = ['objectGUID', 'objectSid', 'GUID', 'nsUniqueId'] as const

/** Returns the key of an entry as hexadecimal digits, for its column; null when the value has the wrong length. */
export function keyOfBytes(bytes: Buffer, attribute: string): string | null {
  if (bytes.length === 0 || bytes.length > 200) return null
  return isBinary(attribute) ? bytes.toString('hex') : bytes.toString('utf8').replaceAll('\0', '')
}

/** Returns the bytes of a key, for a filter. */
export function bytesOfKey(key: string, attribute: string): Buffer {
  return isBinary(attribute) ? Buffer.from(key, 'hex') : Buffer.from(key)
}

function isBinary(attribute: string): boolean {
  return binaryKeys.some((one) => one.toLowerCase() === attribute.toLowerCase())
}

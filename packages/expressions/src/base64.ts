/**
 * Encodes bytes as base64 (RFC 4648) with padding, with functions that all supported versions of Node and browsers
 * have.
 */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

/**
 * Decodes base64.
 *
 * @throws DOMException when it is invalid.
 */
export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

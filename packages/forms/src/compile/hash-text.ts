/** Hashes a text to 16 hexadecimal digits: FNV-1a twice, with different starts. */
export function hashText(text: string): string {
  return hash32(text, 0x811c9dc5) + hash32(text, 0x01000193 ^ text.length)
}

function hash32(text: string, start: number): string {
  let hash = start
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
    hash ^= hash >>> 13
  }
  return (hash >>> 0).toString(16).padStart(8, '0')
}

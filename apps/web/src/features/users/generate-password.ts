/** Without letters and digits that look alike, so that a password can be read out. */
const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

const length = 16

/** Creates a first password of 16 random characters, 92 bits. */
export function generatePassword(): string {
  const found: string[] = []
  while (found.length < length)
    for (const byte of crypto.getRandomValues(new Uint8Array(length * 2))) {
      // Bytes over the last whole multiple would make some letters more likely than others.
      const letter = byte < letters.length * 4 ? letters[byte % letters.length] : undefined
      if (letter !== undefined && found.length < length) found.push(letter)
    }
  return found.join('')
}

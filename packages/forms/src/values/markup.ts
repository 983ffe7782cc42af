/** Returns whether a text contains an HTML or XML tag, comment or instruction. `a < b` does not. */
export function hasMarkup(text: string): boolean {
  return /<[a-z/!?]/i.test(text)
}

/** Returns whether a text has control characters other than tab and line ends, or halves of surrogate pairs. */
export function hasControlCharacters(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
  return /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/.test(text) || !text.isWellFormed()
}

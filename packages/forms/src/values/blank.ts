/**
 * Returns whether a text shows nothing: blanks, zero-width characters and other characters without ink alone. Such a
 * text is no answer to a required field.
 */
export function isBlank(text: string): boolean {
  return onlyUnseen.test(text)
}

/** The empty Braille pattern (U+2800) has no ink either, though Unicode counts it as a symbol. */
const onlyUnseen = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]*$/u

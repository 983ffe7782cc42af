import userEvent, { type UserEvent } from '@testing-library/user-event'

/** So many keys of a text are pressed. */
const pressed = 2

/**
 * Returns the user of a page, who presses the first keys of a text, and pastes the rest of it. A field that loses its
 * focus or its text by a key fails already there, and a page is rendered again at each key: that was a fifth of what the
 * tests of the browser application cost. Keys in braces, and fields of other elements, are pressed one by one. Tests of
 * a field that offers choices for the text before the caret use `keyboard`, which presses every key.
 */
export function setUpUser(): UserEvent {
  const user = userEvent.setup()
  const type: UserEvent['type'] = async (element, text, options) => {
    const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
    if (!isField || options !== undefined || text.length <= pressed + 1 || /[{[]/.test(text))
      return user.type(element, text, options)
    await user.type(element, text.slice(0, pressed))
    await user.paste(text.slice(pressed))
  }
  return { ...user, type }
}

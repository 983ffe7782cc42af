/** Of a value that nobody enters there is no input: it is shown as data, or not at all. */
export function ClosedField() {
  return null
}

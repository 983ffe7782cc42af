/** The empty component of fields that nobody enters: they are shown as data, or not at all. */
export function ClosedField() {
  return null
}

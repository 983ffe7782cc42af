/** The empty component for fields without an input: they are shown as data, or not at all. */
export function ClosedField() {
  return null
}

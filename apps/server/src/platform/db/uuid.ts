/** Whether a text of unknown origin can be an id. What has another shape is answered like an id that does not exist. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}

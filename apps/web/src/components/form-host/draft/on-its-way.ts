/** Drafts that are being sent, by what they are of: a form that is opened meanwhile would not have them. */
const sending = new Map<string, Promise<unknown>>()

/** Remembers that the draft of a form is on its way, until it has arrived or failed. */
export function rememberSending(id: string, arrived: Promise<unknown>): void {
  sending.set(id, arrived)
  void arrived.finally(() => {
    if (sending.get(id) === arrived) sending.delete(id)
  })
}

/** Waits until the draft of that task or process that is on its way has arrived. Without one, not at all. */
export async function awaitDraft(id: string): Promise<void> {
  await sending.get(id)
}

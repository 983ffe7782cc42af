/** Drafts that are being sent, by what they are of: a form that is opened meanwhile would not have them. */
const sending = new Map<string, Promise<unknown>>()

/** Remembers that a draft is being sent, until it has arrived or failed. */
export function rememberSending(id: string, arrived: Promise<unknown>): void {
  sending.set(id, arrived)
  void arrived.finally(() => {
    if (sending.get(id) === arrived) sending.delete(id)
  })
}

/** Waits until a draft that is being sent has arrived. Returns immediately without one. */
export async function awaitDraft(id: string): Promise<void> {
  await sending.get(id)
}

/** The titles of the page of a new listener, and of the button that opens it. */
export const newListenerTitles = {
  webhook: 'externalListeners.newWebhook',
  folder: 'externalListeners.newFolder',
  mail: 'externalListeners.newMail',
  queue: 'externalListeners.newQueue',
  topic: 'externalListeners.newTopic',
} as const

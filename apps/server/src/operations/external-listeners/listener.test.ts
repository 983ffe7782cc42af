import { listenerSettings } from '@millrace/contract'
import { expect, it } from 'vitest'
import { refuseListenerSettings } from './listener.ts'

const inbox = (folders: object) =>
  refuseListenerSettings(
    listenerSettings.parse({ kind: 'mail', target: { action: 'message', message: 'order' }, ...folders }),
    'mail',
  )

const another = { message: expect.stringContaining('Expected another folder') }

it('refuses to move emails into the checked folder, however its name is written', () => {
  expect(inbox({ folder: 'INBOX' })).toBeNull()
  expect(inbox({ folder: 'INBOX', doneFolder: 'Inbox' })).toMatchObject(another)
  expect(inbox({ folder: 'inbox', failedFolder: 'INBOX' })).toMatchObject(another)
  // Only this name has no case (RFC 3501, section 5.1).
  expect(inbox({ folder: 'Orders', doneFolder: 'orders' })).toBeNull()
})
